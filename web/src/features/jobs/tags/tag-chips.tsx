import { Plus, X } from 'lucide-react'
import styled from 'styled-components'
import { t } from '../../../lib/language/words.ts'
import { narrow, truncate } from '../../../theme.ts'
import { ChipButton, ItemChip } from '../../../ui/form/item-chip.tsx'
import { WrappedList } from '../../../ui/layout/wrapped-list.tsx'

const Chip = styled(ItemChip)`
  > span { ${truncate} padding: 3px 2px 3px 12px; }
  small { flex: none; padding: 0 2px 0 4px; color: var(--fg-3); font-size: 12px; font-variant-numeric: tabular-nums; }
`

const Suggestion = styled.button`
  display: flex;
  align-items: center;
  gap: 4px;
  min-width: 0;
  max-width: 100%;
  min-height: 26px;
  padding: 0 10px 0 8px;
  border: 1px dashed var(--line-strong);
  border-radius: var(--r-full);
  background: none;
  color: var(--fg-2);
  font-size: 13px;
  line-height: 20px;
  cursor: pointer;
  span { ${truncate} }
  svg { flex: none; color: var(--fg-3); }
  &:hover { color: var(--fg); background: var(--hover); }
  ${narrow} { min-height: 40px; }
`

const Suggested = styled.div`
  display: grid;
  gap: 6px;
  > span { color: var(--fg-3); font-size: 12px; line-height: 16px; }
`

interface TagChipsProps {
  /** `note`: that only some of several jobs have it, so that it can be added to the others. */
  tags: readonly { tag: string; note?: string | undefined }[]
  onAdd?: (tag: string) => void
  onRemove: (tag: string) => void
}

/** Tags that can be removed. */
export const TagChips = ({ tags, onAdd, onRemove }: TagChipsProps) => (
  <WrappedList $gap={6} aria-label={t('Tags')}>
    {tags.map(({ tag, note }) => (
      <Chip key={tag}>
        <span dir="auto">{tag}</span>
        {note && <small>{note}</small>}
        {note && onAdd && (
          <ChipButton type="button" aria-label={t('Add {name}', { name: tag })} onClick={() => onAdd(tag)}>
            <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
          </ChipButton>
        )}
        <ChipButton type="button" aria-label={t('Remove {name}', { name: tag })} onClick={() => onRemove(tag)}>
          <X size={14} strokeWidth={1.75} aria-hidden="true" />
        </ChipButton>
      </Chip>
    ))}
  </WrappedList>
)

/** Suggestions that are shown at once. */
const maxSuggested = 8

interface TagSuggestionsProps {
  tags: readonly string[]
  onAdd: (tag: string) => void
}

/** Tags of other jobs, each added by a click. */
export const TagSuggestions = ({ tags, onAdd }: TagSuggestionsProps) =>
  tags.length > 0 && (
    <Suggested>
      <span>{t('Used before')}</span>
      <WrappedList $gap={6} aria-label={t('Used before')}>
        {tags.slice(0, maxSuggested).map((tag) => (
          <li key={tag} style={{ minWidth: 0, maxWidth: '100%' }}>
            <Suggestion type="button" aria-label={t('Add {name}', { name: tag })} onClick={() => onAdd(tag)}>
              <Plus size={12} strokeWidth={1.75} aria-hidden="true" />
              <span dir="auto">{tag}</span>
            </Suggestion>
          </li>
        ))}
      </WrappedList>
    </Suggested>
  )
