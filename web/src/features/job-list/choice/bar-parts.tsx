import styled, { keyframes } from 'styled-components'
import { forced, narrow } from '../../../theme.ts'

const rise = keyframes`from { opacity: 0; transform: translateY(8px); }`

/** At the end of the table in the document, and over its rows while those go on below the window. */
export const ChoiceFrame = styled.div`
  position: sticky;
  bottom: 12px;
  z-index: 20;
  display: grid;
  gap: 8px;
  margin: 0 12px 12px;
  padding: 8px 8px 8px 16px;
  background: var(--raised);
  border: 1px solid var(--line-strong);
  border-radius: var(--r-4);
  box-shadow: var(--shadow-2);
  animation: ${rise} var(--t-2) var(--ease);
  ${forced} { border-color: CanvasText; }
  ${narrow} {
    bottom: 8px;
    margin: 0 8px 8px;
    padding: 4px 4px 4px 12px;
  }
`

export const Line = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  ${narrow} {
    flex-wrap: wrap;
    gap: 0 4px;
  }
`

export const Count = styled.span`
  flex: none;
  font-size: 13px;
  font-weight: 500;
  font-variant-numeric: tabular-nums;
`

/** On phones a line of their own, each icon above its word; long words of a language are moved sideways. */
export const Acts = styled.div`
  display: flex;
  gap: 2px;
  margin-left: auto;
  small { color: var(--fg-3); font-size: 12px; font-variant-numeric: tabular-nums; }
  ${narrow} {
    order: 1;
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(max-content, 1fr);
    overflow-x: auto;
    width: 100%;
    margin-left: -8px;
    > * { position: relative; flex-direction: column; gap: 2px; height: 48px; padding: 0 4px; font-size: 12px; }
    small { position: absolute; top: 3px; left: calc(50% + 12px); font-size: 11px; }
    + button { width: 44px; height: 44px; margin-left: auto; }
  }
`
