import type { Stage } from '@utter/contracts/jobs'
import type { Job } from './job.ts'

const second = 1_000
const minute = 60 * second

/** A request that no worker took in this time is sent again. */
export const notBegunMs = 30 * minute
/** However often it was sent again, a job ends after this. */
export const giveUpMs = 24 * 60 * minute
/** A vendor that is unavailable is asked again after this, whatever it named: a maintenance page says an hour and is over in a minute. */
export const longestPostponementMs = 60 * minute
/** A step that was begun and not ended so often has timed out. */
export const mostTries = 3

/** How long a worker has for the stage that it began: chat 60 s; speech 60 s and 20 s for each 1,000 characters. */
export const stepMs = (stage: Stage, spokenText = ''): number =>
  stage === 'chat' ? minute : minute + Math.ceil(spokenText.length / 1_000) * 20 * second

/** What a stage usually takes, told as `expectedSeconds`; an estimate, not a promise. */
export function expectedSeconds(job: Pick<Job, 'kind' | 'userText'>, ahead: number): number {
  const chat = job.kind === 'reply' ? 4 : 0
  // The local voice speaks about 100 characters a second; a reply has some 400.
  const speech = 1 + (job.kind === 'reply' ? 400 : job.userText.length) / 100
  return Math.ceil((chat + speech) * (ahead + 1))
}
