import { jobStatuses } from '@utter/contracts/jobs'
import { Tag, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { msg, t } from '../../../lib/language/words.ts'
import { lazyView } from '../../../lib/lazy-view.tsx'
import { isSingleKey } from '../../../lib/shortcuts.ts'
import { narrow, truncate } from '../../../theme.ts'
import { Button } from '../../../ui/form/button.tsx'
import { SearchInput } from '../../../ui/form/search-input.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { Card, CardBody, CardHead } from '../../../ui/layout/card.tsx'
import { DialogSlot } from '../../../ui/overlay/dialog-slot.tsx'
import { useMe } from '../../session/me.ts'
import { hasFilters } from './filter-rows.ts'
import { savedFilters, searchOf, withSaved } from './saved-filters.ts'
import { SavedList } from './saved-list.tsx'
import type { FilterState } from './use-filters.ts'

const saveDialog = lazyView(async () => (await import('./save-filters-dialog.tsx')).SaveFiltersDialog)

const Head = styled(CardHead)`
  padding-bottom: 4px;
`

/** As high with the button as without it. */
const Save = styled(Button)`
  margin: -6px -10px -6px 0;
`

/** Below the fields, whose own end has the space between. */
const Saved = styled(CardBody)`
  margin-top: -8px;
`

const Line = styled(CardBody)`
  grid-template-columns: minmax(0, 1fr) 200px;
  gap: 12px;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

/** Filters that a link has set. */
const Linked = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  min-width: 0;
`

const Removable = styled(Button)`
  max-width: 100%;
  span { ${truncate} }
  svg { flex: none; }
`

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }

const labels = {
  pending: msg('Pending'),
  processing: msg('Processing'),
  completed: msg('Completed##jobs'),
  failed: msg('Failed##jobs'),
}

interface FiltersCardProps {
  filters: FilterState
  /** The reason that a link has set, in words. */
  reason: string | undefined
}

export function FiltersCard({ filters, reason }: FiltersCardProps) {
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isSingleKey(event)) return
      event.preventDefault()
      search.current?.focus()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [])
  const owner = useMe().data?.id
  const saved = savedFilters.useItems(owner)
  const present = searchOf(filters)
  const [isSaving, setIsSaving] = useState(false)
  const keep = (next: typeof saved) => owner !== undefined && savedFilters.write(owner, next)
  const isNew = owner !== undefined && hasFilters(filters) && !saved.some(({ search: one }) => one === present)
  return (
    <Card aria-labelledby="filters">
      <Head>
        <h2 id="filters">{t('Filters')}</h2>
        {isNew && (
          <Save look="ghost" isSmall onPointerEnter={saveDialog.preload} onClick={() => setIsSaving(true)}>
            {t('Save filters')}
          </Save>
        )}
      </Head>
      <Line role="search" aria-labelledby="filters">
        <SearchInput
          ref={search}
          aria-keyshortcuts="/"
          placeholder={t('Search jobs...')}
          aria-label={t('Search jobs')}
          value={filters.text}
          onChange={(event) => filters.setText(event.target.value)}
        />
        <Select
          aria-label={t('Filter by status')}
          value={filters.status ?? ''}
          onChange={(event) => filters.setStatus(event.target.value)}
        >
          <option value="">{t('All Jobs')}</option>
          {jobStatuses.map((status) => (
            <option key={status} value={status}>
              {t(labels[status])}
            </option>
          ))}
        </Select>
        {(reason ?? filters.tag) !== undefined && (
          <Linked>
            {reason !== undefined && (
              <Removable
                isSmall
                onClick={filters.clearCode}
                aria-label={t('Any reason, not only: {reason}', { reason })}
              >
                <span>{reason}</span>
                <X {...icon} />
              </Removable>
            )}
            {filters.tag !== undefined && (
              <Removable
                isSmall
                onClick={filters.clearTag}
                aria-label={t('Any tag, not only: {tag}', { tag: filters.tag })}
              >
                <Tag {...icon} />
                <span dir="auto">{filters.tag}</span>
                <X {...icon} />
              </Removable>
            )}
          </Linked>
        )}
      </Line>
      {saved.length > 0 && (
        <Saved>
          <SavedList
            saved={saved}
            present={present}
            onRemove={(name) => keep(saved.filter((one) => one.name !== name))}
          />
        </Saved>
      )}
      <DialogSlot part={saveDialog} isOpen={isSaving} onClose={() => setIsSaving(false)}>
        {(state) => (
          <saveDialog.View
            {...state}
            saved={saved}
            suggestion={[filters.status && t(labels[filters.status]), reason, filters.tag, filters.text]
              .filter(Boolean)
              .join(', ')}
            onSave={(name) => keep(withSaved(saved, { name, search: present }))}
          />
        )}
      </DialogSlot>
    </Card>
  )
}
