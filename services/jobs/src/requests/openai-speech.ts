import { randomUUID } from 'node:crypto'
import { type JobRequest, TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { type OpenAiSpeech, openAiModels } from '@utter/contracts/http/openai/speech'
import { speedLimits } from '@utter/contracts/jobs'
import type { SoundForm } from '@utter/contracts/sound-formats'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'
import type { PresentVersions } from '../domain/job/cache-key.ts'
import type { Job } from '../domain/job/job.ts'
import { isOwnFault } from '../domain/job/own-faults.ts'
import { voiceMeant } from '../domain/openai-voice.ts'

/** Our fields by the names that OpenAI's clients know. */
const names: Record<string, string> = { userText: 'input', voiceId: 'voice', 'ttsSettings.speed': 'speed' }

/** @throws Problem 404 for a model that is not listed */
export function checkModel(model: string): void {
  if (openAiModels.includes(model)) return
  const message = `The model '${model}' does not exist`
  throw new Problem(404, 'model_not_found', message, { details: [{ field: 'model', message }] })
}

/** The job that a client of OpenAI's speech asks for. `Idempotency-Key` is its request id; without one each request is a job of its own. */
export function jobRequestOf(
  { input, voice, speed }: OpenAiSpeech,
  { headers }: FastifyRequest,
  { speech }: PresentVersions,
): JobRequest {
  const key = headers['idempotency-key']
  return TtsRequest.parse({
    userText: input,
    requestId: (Array.isArray(key) ? key[0] : key) || `openai-${randomUUID()}`,
    voiceId: voiceMeant(voice, speech),
    ttsSettings: { speed: spokenSpeed(speed) },
  })
}

/** The part that the voice does; the rest is done to its sound. */
const spokenSpeed = (speed: number) => Math.min(Math.max(speed, speedLimits.min), speedLimits.max)
export const formOf = ({ response_format: format, speed }: OpenAiSpeech): SoundForm => ({
  format,
  tempo: speed / spokenSpeed(speed),
})

/** Failures that another voice would not have. */
const faultsOfVoice = new Set(['invalid_voice', 'language_not_spoken'])

/** Why a job has failed: by what the client sent, or by a fault of ours. */
export function failureOf(job: Pick<Job, 'kind' | 'code' | 'error'>): Problem {
  const { code = 'failed', error: message = 'The text could not be spoken' } = job
  const field = faultsOfVoice.has(code) ? 'voice' : isOwnFault(job, code) ? 'input' : undefined
  return field ? new Problem(400, code, message, { details: [{ field, message }] }) : new Problem(500, code, message)
}

/** A refusal of the job that names the fields as the client knows them. */
export function inOpenAiWords(error: unknown): unknown {
  if (!(error instanceof Problem) || !error.details) return error
  const details = error.details.map(({ field, message }) => ({ field: names[field] ?? field, message }))
  const { status, code, message, headers } = error
  return new Problem(status, code, message, { details, headers, cause: error })
}
