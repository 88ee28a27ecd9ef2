import { jobStatuses } from '@utter/contracts/jobs'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import styled from 'styled-components'
import { isSingleKey } from '../../lib/shortcuts.ts'
import { narrow, truncate } from '../../theme.ts'
import { Button } from '../../ui/form/button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import type { FilterState } from './use-filters.ts'

const Head = styled(CardHead)`
  padding-bottom: 4px;
`

const Line = styled(CardBody)`
  grid-template-columns: minmax(0, 1fr) 200px;
  gap: 12px;
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

const Reason = styled(Button)`
  justify-self: start;
  max-width: 100%;
  span { ${truncate} }
`

const labels = { pending: 'Pending', processing: 'Processing', completed: 'Completed', failed: 'Failed' }

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
  return (
    <Card aria-labelledby="filters">
      <Head>
        <h2 id="filters">Filters</h2>
      </Head>
      <Line role="search" aria-labelledby="filters">
        <SearchInput
          ref={search}
          aria-keyshortcuts="/"
          placeholder="Search jobs..."
          aria-label="Search jobs"
          value={filters.text}
          onChange={(event) => filters.setText(event.target.value)}
        />
        <Select
          aria-label="Filter by status"
          value={filters.status ?? ''}
          onChange={(event) => filters.setStatus(event.target.value)}
        >
          <option value="">All Jobs</option>
          {jobStatuses.map((status) => (
            <option key={status} value={status}>
              {labels[status]}
            </option>
          ))}
        </Select>
        {reason !== undefined && (
          <Reason isSmall onClick={filters.clearCode} aria-label={`Any reason, not only: ${reason}`}>
            <span>{reason}</span>
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
          </Reason>
        )}
      </Line>
    </Card>
  )
}
