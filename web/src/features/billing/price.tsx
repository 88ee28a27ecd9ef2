import styled from 'styled-components'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

/** The one large figure of a plan, with its unit in a `small` next to it. */
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

const Block = styled(Skeleton)`
  display: inline-block;
  margin: 4px 0;
  vertical-align: top;
`

/**
 * A placeholder inside a price that is not read yet.
 * @param hasUnit whether a `small` follows, which makes its line higher
 */
export const WaitingFigure = ({ hasUnit }: { hasUnit: boolean }) => (
  <>
    <Block $width="112px" $height={32} />
    {hasUnit && <small>{'\u00a0'}</small>}
  </>
)
