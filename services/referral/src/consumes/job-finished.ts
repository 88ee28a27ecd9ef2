import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'

/** A friend counts with the first job that is completed; nobody brings himself. */
export const jobFinished = ({ members, relay, clock }: ConsumeDeps) =>
  on(JobFinished, async ({ status }, { userId }) => {
    if (status !== 'completed') return
    const friend = await members.read(userId)
    if (!friend?.referredBy) return
    const referrer = await members.byCode(friend.referredBy)
    if (referrer && referrer._id !== userId && referrer.mailbox !== friend.mailbox) {
      const counted = await members.bring(referrer._id, userId, clock.now())
      if (counted) relay.soon(counted)
    }
    await members.settled(userId)
  })
