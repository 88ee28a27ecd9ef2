import styled from 'styled-components'
import { useCopy } from '../../../lib/hooks/use-copy.ts'
import { t } from '../../../lib/language/words.ts'
import { Tooltip } from '../../../ui/overlay/tooltip.tsx'

const Plain = styled.button`
  position: relative;
  padding: 0;
  border: 0;
  background: none;
  font: inherit;
  letter-spacing: inherit;
  color: inherit;
  cursor: copy;
  &:hover { color: var(--fg); }
  &::after { content: ''; position: absolute; inset: -8px -4px; }
`

interface ShortJobIdProps {
  id: string
  characters: number
  tabIndex: number | undefined
}

/** The first characters of an id; whole in the tooltip, and copied by a click. */
export function ShortJobId({ id, characters, tabIndex }: ShortJobIdProps) {
  const { copy } = useCopy()
  const shown = `${id.slice(0, characters)}…`
  return (
    <Tooltip text={id}>
      <Plain
        type="button"
        tabIndex={tabIndex}
        aria-label={t('Copy job ID {id}', { id: shown })}
        onClick={() => copy(id)}
      >
        {shown}
      </Plain>
    </Tooltip>
  )
}
