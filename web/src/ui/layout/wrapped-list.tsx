import styled from 'styled-components'

/** A list whose items stand beside each other, in further lines where one has no room. */
export const WrappedList = styled.ul<{ $gap: number }>`
  display: flex;
  flex-wrap: wrap;
  gap: ${({ $gap }) => $gap}px;
  margin: 0;
  padding: 0;
  list-style: none;
`
