import { Problem } from '@utter/http/problem'
import type { Job } from '../domain/job/job.ts'
import { isOwnFault } from '../domain/job/own-faults.ts'

/** Failures that another voice would not have. */
const faultsOfVoice = new Set(['invalid_voice', 'language_not_spoken'])

/** Why a job has failed: by what the client sent, or by a fault of ours. */
export function failureOf(job: Pick<Job, 'kind' | 'code' | 'error'>): Problem {
  const { code = 'failed', error: message = 'The text could not be spoken' } = job
  const field = faultsOfVoice.has(code) ? 'voiceId' : isOwnFault(job, code) ? 'userText' : undefined
  return field ? new Problem(400, code, message, { details: [{ field, message }] }) : new Problem(500, code, message)
}

/** A refusal of the job that names the fields as the client knows them. @param names ours and theirs */
export function inWords(names: Record<string, string>, error: unknown): Error {
  if (!(error instanceof Problem) || !error.details) return error as Error
  const details = error.details.map(({ field, message }) => ({ field: names[field] ?? field, message }))
  const { status, code, message, headers } = error
  return new Problem(status, code, message, { details, headers, cause: error })
}
