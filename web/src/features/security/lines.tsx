import styled from 'styled-components'
import { narrow } from '../../theme.ts'

/** A part of the card with a heading of its own, and rows from edge to edge. */
export const SecurityPart = styled.div`
  border-top: 1px solid var(--line);
  > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    min-height: 48px;
    padding: 8px 20px;
  }
  > [role='alert'] { padding: 0 20px 20px; }
  ${narrow} {
    > header { padding: 8px 16px; }
    > [role='alert'] { padding: 0 16px 16px; }
  }
`

/** A row: its name and what is known of it, and its acts. */
export const SecurityLine = styled.li`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 16px;
  min-height: 60px;
  padding: 10px 20px;
  border-top: 1px solid var(--line);
  ${narrow} { padding: 10px 16px; }

  > span { min-width: 0; overflow-wrap: anywhere; }
  b { display: block; font-weight: 500; }
  small { color: var(--fg-3); font-size: 13px; font-variant-numeric: tabular-nums; }
`

/** A sentence in the place of rows. */
export const SecurityNote = styled.p`
  padding: 0 20px 16px;
  color: var(--fg-2);
  ${narrow} { padding: 0 16px 16px; }
`
