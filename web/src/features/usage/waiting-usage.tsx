import { unlimited } from '@utter/contracts/plans'
import styled from 'styled-components'
import { narrow } from '../../theme.ts'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { Stack } from '../../ui/layout/text.tsx'
import { useMe } from '../session/me.ts'

/** The heights of the parts in px: next to each other, and below each other on phones. */
const Block = styled(Skeleton)<{ $px: number; $onPhonesPx: number }>`
  height: ${({ $px }) => $px}px;
  ${narrow} { height: ${({ $onPhonesPx }) => $onPhonesPx}px; }
`

/** A placeholder of the part's size, as far as the account predicts it: calls, a limit, a plan that is paid for. */
export function WaitingUsage() {
  const { data: me } = useMe()
  const isUnlimited = me?.apiCallsLimit === unlimited
  const isPaid = me !== null && me?.subscriptionTier !== 'free' && !isUnlimited
  return (
    <Stack $gap={24}>
      <Stack $gap={10}>
        <Skeleton $height={32} $width="220px" />
        {!isUnlimited && <Skeleton $height={10} />}
      </Stack>
      {me?.apiCallsUsed === 0 ? (
        <Block $px={304} $onPhonesPx={312} />
      ) : (
        <>
          <Skeleton $height={232} />
          <Block $px={132} $onPhonesPx={288} />
        </>
      )}
      {isPaid && <Block $px={97} $onPhonesPx={141} />}
    </Stack>
  )
}
