import type { Stage } from '@utter/contracts/jobs'

const second = 1_000
const minute = 60 * second

/** A request that no worker has started in this time is published again. */
export const notStartedMs = 30 * minute
/** An active job ends after this time, regardless of its attempts. */
export const giveUpMs = 24 * 60 * minute
/** Longest postponement, a longer `Retry-After` included: a maintenance page names an hour and is over in a minute. */
export const maxPostponementMs = 60 * minute
/** A step that was started this often without an end has timed out. */
export const maxStarts = 3

/** Time that a worker has for a stage after its start: chat 60 s; speech 60 s and 20 s for each 1,000 characters. */
export const stepMs = (stage: Stage, textToSpeak = ''): number =>
  stage === 'chat' ? minute : minute + Math.ceil(textToSpeak.length / 1_000) * 20 * second
