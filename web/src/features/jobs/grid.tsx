import styled from 'styled-components'
import { mono, tight, truncate } from '../../theme.ts'

// Table roles on grid rows: a real table would lose its roles when its rows stack.
export const Table = styled.div.attrs({ role: 'table' })`
  container: table / inline-size;
`
export const RowGroup = styled.div.attrs({ role: 'rowgroup' })``
export const HeadCell = styled.span.attrs({ role: 'columnheader' })``

export const Row = styled.div.attrs({ role: 'row' })<{ $columns: string }>`
  display: grid;
  grid-template-columns: ${({ $columns }) => $columns};
  align-items: center;
  column-gap: 16px;
  min-height: var(--row);
  padding: 0 20px;
  border-top: 1px solid var(--line);

  ${tight} {
    grid-template-columns: 104px 96px minmax(0, 1fr);
    grid-template-areas: 'status created created' 'text text text' 'id progress actions';
    grid-template-rows: auto auto 32px;
    gap: 6px 14px;
    padding: 14px 16px 10px;
  }
`

/** Where rows stack, only screen readers meet the heads. */
export const HeadRow = styled(Row)`
  min-height: 40px;
  color: var(--fg-3);
  font-size: 12px;
  font-weight: 500;
  ${tight} {
    position: absolute;
    width: 1px;
    height: 1px;
    min-height: 0;
    overflow: hidden;
    clip-path: inset(50%);
    padding: 0;
    border: 0;
  }
`

export const IdCell = styled.span.attrs({ role: 'cell' })`
  ${mono}
  color: var(--fg-2);
  ${tight} { grid-area: id; }
`

export const StatusCell = styled.span.attrs({ role: 'cell' })`
  ${tight} { grid-area: status; }
`

export const ProgressCell = styled.span.attrs({ role: 'cell' })`
  ${tight} { grid-area: progress; }
`

/** One line; two where rows stack, whose height stays that of two. */
export const TextCell = styled.span.attrs({ role: 'cell' })`
  ${truncate}
  ${tight} {
    grid-area: text;
    align-self: start;
    display: -webkit-box;
    min-height: 40px;
    white-space: normal;
    overflow-wrap: anywhere;
    -webkit-line-clamp: 2;
    -webkit-box-orient: vertical;
  }
`

export const CreatedCell = styled.span.attrs({ role: 'cell' })`
  color: var(--fg-3);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  ${tight} {
    grid-area: created;
    justify-self: end;
    text-align: right;
  }
`
