import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { type CSSProperties, type FocusEvent, useEffect, useRef, useState } from 'react'
import styled from 'styled-components'
import { useServerNow } from '../../lib/hooks/use-now.ts'
import { GridTable, RowGroup } from '../../ui/data/grid-table.ts'
import { choiceColumns as columns } from '../jobs/rows/columns.ts'
import { columnsStyle, rowPx, stackedRowPx } from '../jobs/rows/grid.tsx'
import { JobLine } from '../jobs/rows/job-line.tsx'
import { TableHead } from '../jobs/rows/table-head.tsx'
import { useRowStop } from '../jobs/rows/use-row-stop.ts'
import { WaitingRows } from '../jobs/rows/waiting-rows.tsx'
import { ChooseAll } from './choice/choose-all.tsx'
import type { Choice } from './choice/use-choice.ts'
import { RowActions } from './row-actions.tsx'
import { useKeepInSight } from './use-keep-in-sight.ts'
import { useTablePlace } from './use-table-place.ts'

/** Rows above and below the window that are in the document: as many as a quick scroll passes between two frames. */
const overscan = 6

/** Height that the bar of the chosen rows covers of the window, in px: a row that gets the focus is brought above it. */
const barPx = 128
const underBar = { '--bar-px': `${barPx}px` } as CSSProperties

/** The browser's own anchoring would move the window a second time. */
const Body = styled(RowGroup)`
  position: relative;
  overflow-anchor: none;
  > [aria-rowindex] {
    position: absolute;
    left: 0;
    right: 0;
  }
`

interface JobTableProps {
  rows: JobRow[]
  /** Names the filters that `rows` have passed. */
  list: string
  openId: string | undefined
  onOpen: (jobId: string) => void
  choice: Choice
}

/** The rows that the window shows, out of thousands: each has its exact height, so its place is known without it. */
export function JobTable({ rows, list, openId, onOpen, choice }: JobTableProps) {
  const now = useServerNow(15_000)
  const body = useRef<HTMLDivElement>(null)
  const { isTight, topPx } = useTablePlace(body)
  const size = isTight ? stackedRowPx : rowPx
  const { heldIds, onFocus, onBlur } = useHeld(openId)
  const stop = useRowStop(rows)
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => size,
    getItemKey: (index) => rows[index]?.id ?? index,
    scrollMargin: topPx,
    overscan,
    // The top bar covers this part of the page.
    scrollPaddingStart: 72,
    scrollPaddingEnd: choice.rows.length > 0 ? barPx : 24,
    // The row that has the focus, gets it by Tab, or back from the panel, stays in the document when it is scrolled away.
    rangeExtractor: (range) => {
      const held = [...heldIds, stop.stopId]
        .map((id) => rows.findIndex((row) => row.id === id))
        .filter((index) => index >= 0)
      return [...new Set([...defaultRangeExtractor(range), ...held])].sort((a, b) => a - b)
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height have other places.
  useEffect(() => virtual.measure(), [size])
  useKeepInSight({ rows, list, topPx, rowPx: size })

  const openAt = openId === undefined ? -1 : rows.findIndex(({ id }) => id === openId)
  // Before the table's place is measured every row would seem to be elsewhere.
  const isPlaced = topPx > 0
  useEffect(() => {
    if (openAt >= 0 && isPlaced) virtual.scrollToIndex(openAt, { align: 'auto' })
  }, [virtual, openAt, isPlaced])

  return (
    <GridTable aria-labelledby="jobs" aria-rowcount={rows.length + 1} style={columnsStyle(columns)}>
      <TableHead {...columns} choice={<ChooseAll choice={choice} />} />
      <Body
        ref={body}
        style={{ height: virtual.getTotalSize(), ...(choice.rows.length > 0 && underBar) }}
        onFocus={(event) => {
          onFocus(event)
          stop.onFocus(event)
        }}
        onBlur={onBlur}
        onKeyDown={stop.onKeyDown}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const job = rows[index]
          return (
            job && (
              <JobLine
                key={job.id}
                job={job}
                columns={columns}
                now={now}
                isOpen={job.id === openId}
                isStop={job.id === stop.stopId}
                onOpen={onOpen}
                Actions={RowActions}
                isChosen={choice.ids.has(job.id)}
                onChoose={choice.toggle}
                rowIndex={index + 2}
                topPx={start - topPx}
              />
            )
          )
        })}
      </Body>
    </GridTable>
  )
}

/** Rows that must stay in the document: the open one, or the last that was, and the one with the focus. */
function useHeld(openId: string | undefined) {
  const [focusedId, setFocusedId] = useState<string>()
  const [lastOpenId, setLastOpenId] = useState(openId)
  if (openId !== undefined && openId !== lastOpenId) setLastOpenId(openId)
  return {
    heldIds: [focusedId, lastOpenId].filter((id) => id !== undefined),
    onFocus: ({ target }: FocusEvent) => setFocusedId(target.closest<HTMLElement>('[data-job]')?.dataset.job),
    onBlur: () => setFocusedId(undefined),
  }
}

export const WaitingTable = () => (
  <GridTable aria-labelledby="jobs" aria-busy style={columnsStyle(columns)}>
    <TableHead {...columns} />
    <RowGroup>
      <WaitingRows columns={columns} />
    </RowGroup>
  </GridTable>
)
