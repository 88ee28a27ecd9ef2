import { tierNames } from '@utter/contracts/plans'
import { Banner } from '../../ui/banner.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/text.tsx'
import { WaitingFeatures } from '../billing/feature-list.tsx'
import { titleOf } from '../plans/words.ts'
import { ButtonSlot, Calls, FeaturesSlot, Frame, Head, Plans } from './plan-frame.tsx'

const line = { margin: '4px 0' }
/** As long as the sentence that will stand here, so that it takes as many lines. */
const unread = <span style={{ visibility: 'hidden' }}>{'some words of it, '.repeat(8)}</span>

/** The plans while they are read: their names are known, their figures are not. */
export const WaitingPlans = () => (
  <Stack $gap={24}>
    <Banner tone="plain">
      <b>Overage billing.</b> {unread}
    </Banner>
    <Plans>
      {tierNames.map((name) => (
        <WaitingPlan key={name} title={titleOf(name)} isWide={name === 'enterprise'} />
      ))}
    </Plans>
  </Stack>
)

const WaitingPlan = ({ title, isWide }: { title: string; isWide: boolean }) => (
  <Frame as="div" $isWide={isWide}>
    <div>
      <Head>
        <h2>{title}</h2>
      </Head>
      <Skeleton $width="112px" $height={32} style={{ marginTop: isWide ? 4 : 16, marginBottom: 4 }} />
    </div>
    <Calls $isWide={isWide}>
      <Skeleton $width="128px" style={line} />
      <Skeleton $width="96px" style={line} />
    </Calls>
    {!isWide && (
      <FeaturesSlot $isWide={false}>
        <WaitingFeatures />
      </FeaturesSlot>
    )}
    <ButtonSlot $isWide={isWide} style={isWide ? { marginLeft: 'auto' } : undefined}>
      <Skeleton $width={isWide ? '116px' : '100%'} style={{ height: 'var(--h)' }} />
    </ButtonSlot>
  </Frame>
)
