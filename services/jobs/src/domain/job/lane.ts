import type { Lane } from '@utter/contracts/event'
import { isLongText, type Stage } from '@utter/contracts/jobs'
import type { Job } from './job.ts'

export const spokenText = ({ aiResponse, userText }: Pick<Job, 'aiResponse' | 'userText'>): string =>
  aiResponse ?? userText

/** The lane of a stage's request: a long text is spoken in the bulk lane, whoever has sent it and whatever else he has sent. */
export const laneOf = (job: Pick<Job, 'lane' | 'aiResponse' | 'userText'>, stage: Stage): Lane =>
  stage === 'speech' && isLongText(spokenText(job)) ? 'bulk' : (job.lane ?? 'fast')
