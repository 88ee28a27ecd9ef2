import type { CSSProperties } from 'react'
import styled from 'styled-components'
import { mono, narrow, tight, truncate } from '../../../theme.ts'
import { HeadCell, headRow } from '../../../ui/data/grid-table.ts'
import type { Columns } from './columns.ts'

/** Exact heights of a row, in px, edge included: rows of a virtual table are placed by them. */
export const rowPx = 52
export const stackedRowPx = 133

const tiny = '@media (max-width: 359px)'

const stackedAreas = ['status created created', 'text text text', 'id progress actions']

/** The columns reach the rows as variables: one class for all tables. */
export const columnsStyle = ({ template, gapPx, hasChoice }: Columns) =>
  ({
    '--columns': template,
    '--column-gap': `${gapPx}px`,
    '--stacked-columns': `${hasChoice ? '16px ' : ''}104px 96px minmax(0, 1fr)`,
    '--tiny-columns': `${hasChoice ? '16px ' : ''}104px 36px minmax(0, 1fr)`,
    '--stacked-gap': hasChoice ? '10px' : '14px',
    '--stacked-areas': stackedAreas.map((line) => `'${hasChoice ? 'choice ' : ''}${line}'`).join(' '),
  }) as CSSProperties

export const GridRow = styled.div.attrs({ role: 'row' })`
  display: grid;
  grid-template-columns: var(--columns);
  align-items: center;
  column-gap: var(--column-gap);
  height: ${rowPx}px;
  padding: 0 20px;
  border-top: 1px solid var(--line);

  ${tight} {
    grid-template-columns: var(--stacked-columns);
    grid-template-areas: var(--stacked-areas);
    grid-template-rows: 24px 40px 32px;
    gap: 6px var(--stacked-gap);
    height: ${stackedRowPx}px;
    padding: 14px 20px 10px;
  }
  ${narrow} {
    padding-right: 16px;
    padding-left: 16px;
  }
  /* Beside the actions there is room for the percent alone. */
  ${tiny} { grid-template-columns: var(--tiny-columns); }
`

/** A row that opens its job. The button in its text does the same for the keyboard. */
export const OpeningRow = styled(GridRow)<{ $isOpen: boolean; $isChosen: boolean }>`
  cursor: pointer;
  transition: background var(--t-1);
  ${({ $isChosen }) => $isChosen && 'background: color-mix(in srgb, var(--accent) 9%, transparent);'}
  ${({ $isOpen }) => $isOpen && 'box-shadow: inset 3px 0 0 var(--accent);'}
  ${({ $isOpen }) => $isOpen && 'background: color-mix(in srgb, var(--hover) 60%, transparent);'}
  &:hover { background: color-mix(in srgb, var(--hover) 60%, transparent); }
`

export const HeadRow = styled(GridRow)`
  ${headRow()}
`

/** Where rows stack, what is in it is in the bar of the chosen rows alone. */
export const ChoiceHead = styled(HeadCell)`
  display: grid;
  input { width: 16px; height: 16px; margin: 0; accent-color: var(--accent); cursor: pointer; }
  ${tight} { display: none; }
`

/** All of it is hit, from the row's edge on, and as high as the row: the box alone is too small for a finger. */
export const ChoiceCell = styled.span.attrs({ role: 'cell' })`
  display: grid;
  align-items: center;
  align-self: stretch;
  margin: 0 calc(var(--column-gap) / -2) 0 -20px;
  padding-left: 20px;
  cursor: default;
  input {
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--accent);
    cursor: pointer;
    scroll-margin-bottom: var(--bar-px, 0);
  }
  ${tight} {
    grid-area: choice;
    align-items: start;
    margin: -14px -10px -10px -20px;
    padding: 18px 0 0 20px;
  }
  ${narrow} {
    margin-left: -16px;
    padding-left: 16px;
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
  ${tiny} { [role=progressbar] { display: none; } }
`

/** The text, and below it why the job failed. As high as two lines where rows stack. */
export const TextCell = styled.span.attrs({ role: 'cell' })`
  display: grid;
  min-width: 0;
  ${tight} {
    grid-area: text;
    align-content: start;
    height: 40px;
  }
`

/** The text of a row, on one line; on two where rows stack and no other line is needed. */
export const TextLines = styled.button<{ $isOneLine: boolean }>`
  ${truncate}
  display: block;
  max-width: 100%;
  padding: 0;
  border: 0;
  background: none;
  text-align: start;
  cursor: pointer;
  justify-self: start;
  scroll-margin-bottom: var(--bar-px, 0);
  ${tight} {
    display: -webkit-box;
    white-space: normal;
    overflow-wrap: anywhere;
    -webkit-line-clamp: ${({ $isOneLine }) => ($isOneLine ? 1 : 2)};
    -webkit-box-orient: vertical;
  }
`

export const Reason = styled.span`
  ${truncate}
  color: var(--failed);
  font-size: 12px;
  line-height: 16px;
`

/** A waiting job's place, and tags. */
export const Second = styled.span`
  display: flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  color: var(--fg-3);
  font-size: 12px;
  line-height: 16px;
  font-variant-numeric: tabular-nums;
  overflow: hidden;
  white-space: nowrap;
`

/** Where rows stack, the voice is in the job's panel alone. */
export const VoiceCell = styled.span.attrs({ role: 'cell' })`
  ${mono}
  ${truncate}
  color: var(--fg-2);
  ${tight} { display: none; }
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

export const ActionsCell = styled.span.attrs({ role: 'cell' })`
  display: flex;
  justify-content: flex-end;
  gap: 2px;
  min-width: 0;
  margin-right: -6px;
  ${tight} { grid-area: actions; }
`
