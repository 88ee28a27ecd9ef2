import { WordsProgressed } from '@utter/contracts/events/words-progressed'
import { on } from '@utter/messaging/handler'
import type { BroadcastDeps } from '../deps.ts'

/** The words that can be heard so far, to the streams of their job that this replica has open. */
export const wordsProgressed = ({ streams, hub }: Pick<BroadcastDeps, 'streams' | 'hub'>) =>
  on(
    WordsProgressed,
    async ({ jobId, attempt, words }, { userId }) =>
      streams.tell(userId, jobId, (details) => details.handleWords({ attempt, words })),
    { wants: ({ key }) => hub.isJobFollowed(key) },
  )
