import { ReplyProgressed } from '@utter/contracts/events/reply-progressed'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps } from '../deps.ts'

/** A reply as far as it is written, to the streams of its job that this replica has open. */
export const replyProgressed = ({ streams }: Pick<BroadcastDeps, 'streams'>) =>
  on(ReplyProgressed, async ({ jobId, attempt, text }, { userId }) =>
    streams.tell(userId, jobId, (details) => details.handleWriting({ attempt, text })),
  )
