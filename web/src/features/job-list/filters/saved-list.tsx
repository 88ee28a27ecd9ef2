import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { forced, narrow, truncate } from '../../../theme.ts'
import { ChipButton, ItemChip } from '../../../ui/form/item-chip.tsx'
import { WrappedList } from '../../../ui/layout/wrapped-list.tsx'
import { addressOfSaved, type SavedFilter } from './saved-filters.ts'

const Item = styled(ItemChip)<{ $isPresent: boolean }>`
  ${({ $isPresent }) => $isPresent && 'border-color: var(--accent); background: color-mix(in srgb, var(--accent) 9%, transparent);'}
  ${forced} { ${({ $isPresent }) => $isPresent && 'border-color: Highlight;'} }

  a {
    ${truncate}
    padding: 3px 4px 3px 12px;
    border-radius: var(--r-full);
    color: inherit;
    text-decoration: none;
    &:hover { color: var(--fg); background: var(--hover); }
    ${narrow} { padding-block: 10px; }
  }
`

interface SavedListProps {
  saved: readonly SavedFilter[]
  /** The filters of the address. */
  present: string
  onRemove: (name: string) => void
}

/** The saved filters, each a way to its jobs, and to be forgotten. */
export const SavedList = ({ saved, present, onRemove }: SavedListProps) => (
  <WrappedList $gap={8} aria-label={t('Saved filters')}>
    {saved.map((one) => (
      <Item key={one.name} $isPresent={one.search === present}>
        <Link to={addressOfSaved(one)} aria-current={one.search === present ? 'true' : undefined} dir="auto">
          {one.name}
        </Link>
        <ChipButton
          type="button"
          aria-label={t('Forget {name}', { name: one.name })}
          onClick={() => onRemove(one.name)}
        >
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </ChipButton>
      </Item>
    ))}
  </WrappedList>
)
