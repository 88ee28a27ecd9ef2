import styled, { css } from 'styled-components'
import { hidden, tight } from '../../theme.ts'

// Table roles on grid rows: a real table would lose its roles when its rows stack.
export const GridTable = styled.div.attrs({ role: 'table' })`
  container: table / inline-size;
`
export const RowGroup = styled.div.attrs({ role: 'rowgroup' })``
export const HeadCell = styled.span.attrs({ role: 'columnheader' })<{ $isRight?: boolean }>`
  text-align: ${({ $isRight }) => ($isRight ? 'right' : 'left')};
`

/** The look of a row of heads. @param stacked where rows stack, and only screen readers meet the heads */
export const headRow = (stacked: string = tight) => css`
  height: auto;
  min-height: 40px;
  padding-top: 0;
  padding-bottom: 0;
  color: var(--fg-3);
  font-size: 12px;
  font-weight: 500;
  ${stacked} {
    ${hidden}
    min-height: 0;
    padding: 0;
    border: 0;
  }
`
