import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/text.tsx'
import { useMe } from '../session/me.ts'

/** Heights in px of the chart, the lists and the overage below them, and of an account's that has no calls yet. */
const full = [232, 132, 96]
const empty = [262]

/** Of the size that the part will have, as far as the account tells it before. */
export function WaitingUsage() {
  const { data: me } = useMe()
  const heights = me?.apiCallsUsed === 0 ? empty : full
  return (
    <Stack $gap={24}>
      <Stack $gap={10}>
        <Skeleton $height={32} $width="220px" />
        <Skeleton $height={10} />
      </Stack>
      {heights.map((height) => (
        <Skeleton key={height} $height={height} />
      ))}
    </Stack>
  )
}
