import type { TierName } from '@utter/contracts/plans'
import { Check } from 'lucide-react'
import styled from 'styled-components'
import { fromServer } from '../../lib/language/from-server.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'

const Features = styled.ul`
  display: grid;
  gap: 8px;
  font-size: 13px;
  color: var(--fg-2);

  li { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 8px; }
  svg { margin-top: 2px; color: var(--fg-3); }
`

export const FeatureList = ({ features }: { features: string[] }) => (
  <Features>
    {features.map((feature) => (
      <li key={feature}>
        <Check size={16} strokeWidth={1.75} aria-hidden="true" />
        {fromServer(feature)}
      </li>
    ))}
  </Features>
)

const Waiting = styled.div`
  display: grid;
  gap: 16px;
  padding: 4px 0;
`
const widths = ['70%', '45%', '55%', '65%', '50%', '60%', '40%', '72%', '58%', '48%']

/** How many features the plans as sold have. */
const counts: Record<TierName, number> = { free: 7, starter: 8, creator: 10, pro: 7, enterprise: 5 }

/** In place of the features, as high as they are. */
export const WaitingFeatures = ({ tier }: { tier: TierName }) => (
  <Waiting>
    {widths.slice(0, counts[tier]).map((width) => (
      <Skeleton key={width} $width={width} />
    ))}
  </Waiting>
)
