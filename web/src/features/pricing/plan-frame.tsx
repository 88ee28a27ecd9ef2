import styled, { css } from 'styled-components'
import { forced, medium, narrow } from '../../theme.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Price } from '../billing/price.tsx'

/** Four plans in a row, and the last one below them, as wide as all. */
export const PlanGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: 16px;
  ${medium} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  ${narrow} { grid-template-columns: minmax(0, 1fr); }
`

const wide = css`
  grid-column: 1 / -1;
  flex-direction: row;
  align-items: center;
  gap: 32px;
  ${narrow} { flex-direction: column; align-items: stretch; gap: 16px; }
`

export const PlanFrame = styled(Card)<{ $mark?: 'current' | 'chosen' | undefined; $isWide: boolean }>`
  display: flex;
  flex-direction: column;
  gap: 12px;
  padding: 20px;
  scroll-margin-block: 80px 24px;
  ${({ $mark }) =>
    $mark &&
    css`
      border-color: var(--${$mark === 'current' ? 'accent' : 'fg'});
      box-shadow: inset 0 0 0 ${$mark === 'current' ? 1 : 0.5}px var(--${$mark === 'current' ? 'accent' : 'fg'});
      ${forced} { outline: 2px solid Highlight; outline-offset: -2px; }
    `}
  ${({ $isWide }) => $isWide && wide}
`

export const PlanHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 24px;
`

export const PlanFigure = styled(Price).attrs({ as: 'div' })<{ $isWide: boolean }>`
  margin-top: ${({ $isWide }) => ($isWide ? 0 : 12)}px;
`

export const Calls = styled.div<{ $isWide: boolean }>`
  display: grid;
  gap: 2px;
  padding-bottom: 16px;
  border-bottom: 1px solid var(--line);
  font-size: 13px;
  color: var(--fg-2);
  font-variant-numeric: tabular-nums;
  ${({ $isWide }) => $isWide && 'flex: none; padding: 0; border: 0;'}

  b { font-size: 14px; font-weight: 500; color: var(--fg); }
`

export const FeaturesSlot = styled.div<{ $isWide: boolean }>`
  margin: 4px 0 8px;
  ${({ $isWide }) =>
    $isWide &&
    css`
      flex: 1;
      margin: 0;
      ul { grid-template-columns: repeat(2, minmax(0, max-content)); gap: 4px 24px; }
      ${narrow} {
        flex: none;
        margin: 4px 0 8px;
        ul { grid-template-columns: minmax(0, 1fr); }
      }
    `}
`

/** The place of the button at the foot of the card, however many features are above. */
export const ButtonSlot = styled.div<{ $isWide: boolean }>`
  display: grid;
  margin-top: auto;
  ${({ $isWide }) => $isWide && 'flex: none; margin: 0 0 0 auto;'}
  ${narrow} { ${({ $isWide }) => $isWide && 'margin: 0;'} }
`

export const WaitingButton = styled(Skeleton)`
  height: var(--h);
`
