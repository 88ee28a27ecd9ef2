import styled from 'styled-components'

/** Above a part of a card. */
export const SmallTitle = styled.h3`
  color: var(--fg-3);
  font-weight: 500;
  font-size: 13px;
  line-height: 20px;
`
