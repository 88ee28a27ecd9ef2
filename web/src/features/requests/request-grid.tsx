import styled from 'styled-components'
import { mono, narrow, tight, truncate } from '../../theme.ts'
import { headRow } from '../../ui/data/grid-table.ts'

const columns = '136px 128px minmax(0, 1fr) 80px 132px 72px'

export const RequestRow = styled.div.attrs({ role: 'row' })`
  display: grid;
  grid-template-columns: ${columns};
  align-items: center;
  gap: 0 14px;
  min-height: 52px;
  padding: 6px 20px;
  border-top: 1px solid var(--line);
  ${tight} {
    grid-template-columns: auto minmax(0, 1fr) auto;
    grid-template-areas: 'status time time' 'request request request' 'key key actions';
    gap: 6px 12px;
    padding: 12px 20px;
  }
  ${narrow} {
    padding-right: 16px;
    padding-left: 16px;
  }
`

export const RequestHeads = styled(RequestRow)`
  ${headRow()}
`

type Area = 'status' | 'time' | 'ms' | 'key' | 'actions'

/** A figure, a time or a name beside the request. */
export const RequestCell = styled.span.attrs({ role: 'cell' })<{ $area: Area }>`
  ${truncate}
  color: var(--fg-3);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  text-align: ${({ $area }) => ($area === 'ms' ? 'right' : 'left')};
  ${tight} {
    grid-area: ${({ $area }) => $area};
    ${({ $area }) => $area === 'time' && 'text-align: right;'}
    ${({ $area }) => $area === 'ms' && 'display: none;'}
  }
`

export const RequestActs = styled.span.attrs({ role: 'cell' })`
  display: flex;
  justify-content: flex-end;
  gap: 2px;
  margin-right: -6px;
  ${tight} { grid-area: actions; }
`

/** The method and the path, and below it why it was refused. */
export const AskedCell = styled.span.attrs({ role: 'cell' })`
  display: grid;
  min-width: 0;
  ${tight} { grid-area: request; }
`
export const Asked = styled.span`
  ${mono}
  ${truncate}
  b { font-weight: 600; }
  ${tight} { white-space: normal; overflow-wrap: anywhere; }
`
export const Why = styled.span`
  ${truncate}
  color: var(--fg-2);
  font-size: 12px;
  line-height: 16px;
`
/** A duration where rows stack, which have no column for it. */
export const StackedMs = styled.span`
  display: none;
  ${tight} { display: inline; }
`

/** The facts of one request, across the row's columns. */
export const RequestFacts = styled.div.attrs({ role: 'cell' })`
  display: grid;
  grid-template-columns: 96px minmax(0, 1fr);
  gap: 6px 14px;
  grid-column: 1 / -1;
  margin: 8px 0 10px;
  padding: 12px 14px;
  border: 1px solid var(--line);
  border-radius: var(--r-3);
  background: var(--sunken);
  font-size: 13px;
  > * { min-width: 0; overflow-wrap: anywhere; }
  > :nth-child(odd) { color: var(--fg-3); }
`

/** Requests that are not in the log. */
export const DroppedLine = styled.span.attrs({ role: 'cell' })`
  grid-column: 3 / -1;
  color: var(--fg-2);
  ${tight} { grid-column: 1 / -1; grid-row: 2; }
`
