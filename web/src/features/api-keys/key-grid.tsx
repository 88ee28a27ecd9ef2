import styled from 'styled-components'
import { forced, mono, narrow } from '../../theme.ts'
import { headRow } from '../../ui/data/grid-table.ts'

/** Four acts leave less room for names than the rows of other tables have. */
const tight = '@container table (max-width: 900px)'

export const KeyGridRow = styled.div.attrs({ role: 'row' })`
  display: grid;
  grid-template-columns: minmax(0, 1.1fr) 120px minmax(0, 1fr) 116px 104px 104px 138px;
  align-items: center;
  column-gap: 14px;
  min-height: 52px;
  padding: 8px 20px;
  border-top: 1px solid var(--line);

  ${tight} {
    grid-template-columns: minmax(0, 1fr) auto;
    grid-template-areas: 'name actions' 'key actions' 'scopes used' 'calls expires';
    gap: 2px 12px;
    padding: 12px 20px;
  }
  ${narrow} {
    padding-right: 16px;
    padding-left: 16px;
  }
`

export const Heads = styled(KeyGridRow)`
  ${headRow(tight)}
  > :last-child { text-align: right; }
`

export const Waiting = styled.span.attrs({ role: 'cell' })`
  min-width: 0;
  ${tight} { height: 20px; }
`

export const Name = styled.span.attrs({ role: 'cell' })`
  min-width: 0;
  font-weight: 500;
  overflow-wrap: anywhere;
  bdi + span { margin-left: 8px; }
  small { display: block; color: var(--fg-3); font-size: 12px; font-weight: 400; line-height: 16px; }
  ${tight} { grid-area: name; }
`
export const Start = styled.span.attrs({ role: 'cell' })`
  ${mono}
  color: var(--fg-2);
  ${tight} { grid-area: key; }
`
export const Scopes = styled.span.attrs({ role: 'cell' })`
  ${mono}
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  ${tight} { grid-area: scopes; }
`
export const KeyFigure = styled.span.attrs({ role: 'cell' })<{ $area: 'calls' | 'used' | 'expires' }>`
  color: var(--fg-3);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
  ${tight} {
    grid-area: ${({ $area }) => $area};
    text-align: ${({ $area }) => ($area === 'calls' ? 'left' : 'right')};
  }
`
/** A word that names a figure where rows stack, since the table has no head there. */
export const Stacked = styled.span`
  display: none;
  ${tight} { display: inline; }
`
export const Actions = styled.span.attrs({ role: 'cell' })`
  display: flex;
  justify-content: flex-end;
  gap: 2px;
  margin-right: -6px;
  ${tight} { grid-area: actions; align-self: start; }
  ${forced} { gap: 4px; }
`
