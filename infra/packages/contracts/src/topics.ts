const hour = 3_600_000
const day = 24 * hour

/**
 * `work` topics carry the most messages and have the most partitions; the others fewer. `streamed` ones are read for open streams alone, and by nobody
 * later.
 */
export type TopicSettings = { work: boolean; retentionMs?: number; compacted?: boolean; streamed?: boolean }

/** Every topic of the product; each also has a topic of dead letters (`<topic>.dead`, 30 days). */
export const topics: Record<string, TopicSettings> = {
  'chat.requested': { work: true, retentionMs: day },
  'chat.requested.bulk': { work: true, retentionMs: day },
  'speech.requested': { work: true, retentionMs: day },
  'speech.requested.bulk': { work: true, retentionMs: day },
  'job.steps': { work: true, retentionMs: 7 * day },
  'job.progressed': { work: false, retentionMs: hour, streamed: true },
  // A job as it is written and spoken.
  'job.live': { work: false, retentionMs: hour, streamed: true },
  'job.finished': { work: false, retentionMs: 30 * day },
  // Workers that were away for a day find no request any more, and those of a week their reports.
  'job.deleted': { work: false, retentionMs: 7 * day },
  // Names a former email, where it is told of a new one.
  'notice.made': { work: false, retentionMs: 7 * day },
  'account.state': { work: false, compacted: true },
  'billing.state': { work: false, compacted: true },
  'referral.state': { work: false, compacted: true },
  'webhook.state': { work: false, compacted: true },
}
/** After it only the last message of a key is left in a compacted topic: names and emails of deleted accounts are gone. */
export const compactionLagMs = 7 * day
export const deadRetentionMs = 30 * day
