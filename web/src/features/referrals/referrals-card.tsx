import { useQuery } from '@tanstack/react-query'
import type { ReferralStats } from '@utter/contracts/http/referrals'
import styled from 'styled-components'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'
import { narrow } from '../../theme.ts'
import { Card, CardBody, CardHead } from '../../ui/layout/card.tsx'
import { Part } from '../../ui/layout/part.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { CopyLink } from './copy-link.tsx'
import { Milestones, referralsInWords } from './milestones.tsx'
import { referralsQuery } from './queries.ts'

const Sum = styled.p`
  color: var(--fg-2);
  font-size: 13px;
  font-variant-numeric: tabular-nums;
`

const LinkPlace = styled(Skeleton)`
  height: var(--h);
`

/** Five milestones in a row, or on phones below each other. */
const MilestonesPlace = styled(Skeleton)`
  height: 88px;
  ${narrow} { height: 248px; }
`

/** A line, or on phones two. */
const SumPlace = styled(Skeleton)`
  height: 20px;
  ${narrow} { height: 40px; }
`

/** The link that brings friends, and what they have brought. */
export function ReferralsCard() {
  const query = useQuery(referralsQuery)
  return (
    <Card id="referrals" aria-labelledby="referrals-title">
      <CardHead>
        <hgroup>
          <h2 id="referrals-title">{t('Referrals')}</h2>
          <p>
            {t(
              'You earn bonus calls when a new account completes its first job. Five friends count before they pay, all others when they do; nobody from your own browser or network does, or who leaves within 30 days.',
            )}
          </p>
        </hgroup>
      </CardHead>
      <CardBody>
        <Part query={query} waiting={<Waiting />} failure={t('Your referrals could not be read')}>
          {(stats) => (
            <Stack $gap={24}>
              <CopyLink url={stats.referralUrl} />
              <Milestones stats={stats} />
              <Sum>{sumOf(stats)}</Sum>
            </Stack>
          )}
        </Part>
      </CardBody>
    </Card>
  )
}

/** '7 referrals · 350 bonus calls earned · 3 more for the next 750' */
function sumOf({ referralCount, bonusCallsEarned, nextMilestone }: ReferralStats): string {
  const parts =
    referralCount === 0
      ? [t('Nobody has joined by your link yet')]
      : [referralsInWords(referralCount), t('{count} bonus calls earned', { count: grouped(bonusCallsEarned) })]
  if (nextMilestone) {
    const count = grouped(nextMilestone.referrals - referralCount)
    const reward = grouped(nextMilestone.reward)
    parts.push(
      referralCount === 0
        ? t('{count} more for the first {reward}', { count, reward })
        : t('{count} more for the next {reward}', { count, reward }),
    )
  }
  return parts.join(' · ')
}

const Waiting = () => (
  <Stack $gap={24}>
    <LinkPlace />
    <MilestonesPlace />
    <SumPlace $width="60%" />
  </Stack>
)
