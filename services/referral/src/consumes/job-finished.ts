import { JobFinished } from '@utter/contracts/events/job-finished'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { countFriend } from '../lifecycle/count-friend.ts'

/** A friend counts with the first completed job, whichever of the account and the job is consumed first. */
export const jobFinished = (deps: ConsumeDeps) =>
  on(JobFinished, async ({ status }, { userId }) => {
    if (status !== 'completed') return
    const { members, firstJobs, erasure, clock } = deps
    if (await erasure.isDeleted(userId)) return
    const known = await members.completed(userId)
    if (known) return countFriend(deps, known)
    await firstJobs.note(userId, clock.now())
    // A member that was inserted meanwhile may have read before this note was there.
    const member = await members.completed(userId)
    if (!member) return
    await countFriend(deps, member)
    await firstJobs.remove(userId)
  })
