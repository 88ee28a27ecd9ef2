import styled from 'styled-components'

/** The one large figure of a plan; what it is for stands in a `small` beside it. */
export const Price = styled.p`
  font-size: 32px;
  line-height: 40px;
  font-weight: 600;
  letter-spacing: -0.03em;
  font-variant-numeric: tabular-nums;

  small {
    margin-left: 8px;
    font-size: 13px;
    font-weight: 400;
    letter-spacing: 0;
    color: var(--fg-3);
  }
`
