import { WorkChanged } from '@utter/contracts/events/works/work-changed'
import { on } from '@utter/messaging/handler'
import { addDelivery } from '../deliveries/add-delivery.ts'
import type { BroadcastDeps, ConsumeDeps } from '../deps.ts'
import type { WorkSubject } from '../domain/delivery.ts'
import { keyOfWorkChange, type WorkChange, workEventOf } from '../domain/work-change.ts'

/** A change of a work or its chapter, to the streams of the work and of its account that this replica has open. */
export const workChanged = ({ streams, hub }: Pick<BroadcastDeps, 'streams' | 'hub'>) =>
  on(
    WorkChanged,
    async (change, { userId }) => {
      hub.publishWork(userId, change)
      streams.notify(userId, keyOfWorkChange(change), 'work', workEventOf(change))
    },
    // Its key is the account; that of a job's end, in the same topic, is the job.
    { wants: ({ userId, key }) => key === userId && hub.areWorksFollowed(userId) },
  )

/** The end of a chapter, the end of a work, or its pause by the platform, to the account's webhook, once for each. */
export const workChangedToWebhook = (deps: ConsumeDeps) =>
  on(WorkChanged, async (change, { userId }) => {
    const subject = subjectOf(change)
    if (subject) await addDelivery(deps, userId, subject, subject)
  })

function subjectOf({ workId, version, state, reason, at, chapter }: WorkChange): WorkSubject | undefined {
  if (chapter) {
    const { chapterId, revision, state: outcome } = chapter
    if (outcome !== 'completed' && outcome !== 'failed') return undefined
    return { workId, chapterId, revision, outcome, at: new Date(at) }
  }
  const isPausedByUs = state === 'paused' && reason !== undefined
  if (state !== 'completed' && state !== 'failed' && !isPausedByUs) return undefined
  return { workId, revision: version, outcome: state, at: new Date(at), ...(isPausedByUs && { pausedFor: reason }) }
}
