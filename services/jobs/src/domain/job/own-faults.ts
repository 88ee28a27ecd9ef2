import { faultsOfQuestion } from '@utter/contracts/vendor-error'
import type { Job } from './job.ts'

/** Failures in 24 hours that an account itself caused and that cost nothing; work was done for each. */
export const maxFreeOwnFaults = 5
export const ownFaultsMs = 24 * 3_600_000

/** Failure codes that the account's own text causes, by kind of job: for a reply, speech works on the model's text, not the account's. */
const codes: Record<Job['kind'], ReadonlySet<string>> = {
  reply: faultsOfQuestion,
  tts: new Set(['text_left_out', 'voice_ran_on', 'speech_too_long', 'nothing_to_speak']),
}

/** Whether the text of the account is why its job has failed, or the account has cancelled it when it was heard. */
export const isOwnFault = ({ kind, audibleAttempt }: Pick<Job, 'kind' | 'audibleAttempt'>, code: string): boolean =>
  codes[kind].has(code) || (code === 'cancelled' && audibleAttempt !== undefined)
