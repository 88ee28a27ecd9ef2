import { CloudOff } from 'lucide-react'
import styled from 'styled-components'
import { useNow } from '../lib/hooks/use-now.ts'
import { useOnline } from '../lib/hooks/use-online.ts'
import { Trans } from '../lib/language/trans.tsx'
import { t } from '../lib/language/words.ts'
import { forced } from '../theme.ts'
import { type Trouble, useTrouble } from './watch-reads.ts'

const Place = styled.div`
  display: flex;
  justify-content: center;
  flex: 1;
  min-width: 0;
`

const Chip = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 32px;
  padding: 4px 12px;
  border-radius: var(--r-3);
  background: var(--warning-tint);
  color: var(--warning);
  font-size: 13px;
  line-height: 16px;
  font-weight: 500;
  ${forced} { border: 1px solid CanvasText; }
`

/** In the top bar while reads fail, so that the page below stays where it is; the data that was read before stays on the screen. */
export function TroubleMark() {
  const trouble = useTrouble()
  return (
    <Place role="status">
      {trouble && (
        <Chip>
          <CloudOff size={16} strokeWidth={1.75} aria-hidden="true" />
          {trouble.kind === 'limited' ? <Limited {...trouble} /> : <Away />}
        </Chip>
      )}
    </Place>
  )
}

const Away = () => (useOnline() ? t('The server is away. Trying again…') : t('You are offline'))

/** The seconds are visible, not read out: a live region would announce each of them. */
function Limited({ untilMs }: Extract<Trouble, { kind: 'limited' }>) {
  const now = useNow(500)
  const seconds = Math.max(1, Math.ceil((untilMs - now) / 1_000))
  return (
    <span>
      <Trans
        id="Rate limit exceeded. Trying again<unread> in {seconds} s</unread>"
        values={{ seconds }}
        components={{ unread: <span aria-hidden="true" /> }}
      />
    </span>
  )
}
