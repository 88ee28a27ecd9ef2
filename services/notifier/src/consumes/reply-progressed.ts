import { ReplyProgressed } from '@utter/contracts/events/reply-progressed'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps } from '../deps.ts'

/** A reply as far as it is written, to the streams of its job that this replica has open. */
export const replyProgressed = ({ streams, hub }: Pick<BroadcastDeps, 'streams' | 'hub'>) =>
  on(
    ReplyProgressed,
    async ({ jobId, attempt, text }, { userId }) =>
      streams.tell(userId, jobId, (details) => details.handleWriting({ attempt, text })),
    { wants: ({ key }) => hub.isJobFollowed(key) },
  )
