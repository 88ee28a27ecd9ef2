import type { Lane } from '@utter/contracts/event'
import { isLongText } from '@utter/contracts/jobs'
import type { Job } from './job.ts'

/** An account's first active jobs take the fast lane, the others the bulk lane. */
const maxFastLane = 2

export const textToSpeak = ({
  spokenText,
  aiResponse,
  userText,
}: Pick<Job, 'spokenText' | 'aiResponse' | 'userText'>): string => spokenText ?? aiResponse ?? userText

/** A job whose text is long is bulk work from the moment at which that is known, whatever else its account has. */
export const laneOfText = (text: string): { lane?: 'bulk' } => (isLongText(text) ? { lane: 'bulk' } : {})

/** @param index of the job among the active ones of its account */
export const laneOf = ({ lane }: Pick<Job, 'lane'>, index: number): Lane =>
  lane ?? (index < maxFastLane ? 'fast' : 'bulk')
