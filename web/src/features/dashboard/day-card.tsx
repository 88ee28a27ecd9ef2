import styled from 'styled-components'
import { medium, narrow } from '../../theme.ts'
import { Card } from '../../ui/layout/card.tsx'

/** A card of fixed height, so that what is below never moves. Its two columns are stacked on narrower screens. */
export const DayCard = styled(Card)`
  height: 248px;
  overflow: hidden;
  ${medium} { height: 424px; }
`

export const DayColumns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 300px;
  grid-template-rows: auto 1fr;
  column-gap: 40px;
  height: 172px;
  padding: 0 20px;
  ${medium} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: none;
    row-gap: 12px;
    height: auto;
  }
  ${narrow} { padding: 0 16px; }
`
