import { X } from 'lucide-react'
import { Link } from 'react-router-dom'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { forced, narrow, truncate } from '../../../theme.ts'
import { WrappedList } from '../../../ui/layout/wrapped-list.tsx'
import { addressOfSaved, type SavedFilter } from './saved-filters.ts'

const Item = styled.li<{ $isPresent: boolean }>`
  display: flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-full);
  font-size: 13px;
  ${({ $isPresent }) => $isPresent && 'border-color: var(--accent); background: color-mix(in srgb, var(--accent) 9%, transparent);'}
  ${forced} { ${({ $isPresent }) => $isPresent && 'border-color: Highlight;'} }

  a {
    ${truncate}
    padding: 4px 4px 4px 12px;
    border-radius: var(--r-full);
    color: inherit;
    line-height: 20px;
    text-decoration: none;
  }
  button {
    display: grid;
    place-items: center;
    flex: none;
    width: 28px;
    height: 28px;
    padding: 0;
    border: 0;
    border-radius: var(--r-full);
    background: none;
    color: var(--fg-3);
    cursor: pointer;
  }
  a:hover, button:hover { color: var(--fg); background: var(--hover); }
  ${narrow} {
    a { padding-block: 11px; }
    button { width: 40px; height: 42px; }
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
        <button type="button" aria-label={t('Forget {name}', { name: one.name })} onClick={() => onRemove(one.name)}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </Item>
    ))}
  </WrappedList>
)
