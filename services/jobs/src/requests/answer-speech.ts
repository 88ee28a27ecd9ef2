import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { JobRequest } from '@utter/contracts/http/jobs/job-request'
import type { WordTimes } from '@utter/contracts/http/jobs/word-times'
import { liveFormats, type SoundForm } from '@utter/contracts/sound-formats'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { serviceUnavailable } from '@utter/http/problem'
import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import { sha256Of } from '@utter/provenance/sound-runs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { hasEnded, type ShownJob, spokenBy } from '../domain/job/job.ts'
import { textToSpeak } from '../domain/job/lane.ts'
import { newJob } from '../domain/job/new-job.ts'
import { untilEnded } from '../lifecycle/submit/until-ended.ts'
import { failureOf, inWords } from './clients-words.ts'
import { submitDraft } from './submission.ts'
import { wordTimesOfJob } from './word-times.ts'

/** Seconds for which the sound of an answer that has begun is waited for: clients of vendors wait for ten minutes at most by default. */
const maxSeconds = 600

/** Answers of one process in flight, by whichever door they came, each of which waits for its job. */
const limit = createSharedLimit('speeches', { max: 512, perAccount: 128 })

/** A speech that the client of a vendor asks for. */
export type AskedSpeech = {
  wanted: JobRequest
  form: SoundForm
  /** Type of the answer. */
  type: string
  /** Our fields by the names that the client knows. */
  names: Record<string, string>
  /** The sound as it is sent, if not as it is. */
  written?: ((sound: Readable) => Readable) | undefined
  /** The same with the times of its words, which are known once the job has ended: until then nothing is sent. */
  timed?: ((sound: Readable, words: WordTimes, durationMs: number) => Readable) | undefined
}

/** The options of a route that answers with a speech, without its schema. */
export const speechOptions = (deps: Deps) => ({
  onRequest: async () => deps.loadShedding.checkRoom(),
  access: deps.guard.required('jobs:write'),
  config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
})

/** The request id of a job: `Idempotency-Key`; without one each request is a job of its own. */
export function requestIdFrom({ headers }: FastifyRequest, door: string): string {
  const key = headers['idempotency-key']
  return (Array.isArray(key) ? key[0] : key) || `${door}-${randomUUID()}`
}

/** Submits a job as any other, and answers with its sound, as it is spoken where its form allows that. A client that leaves does not cancel it. */
export async function answerSpeech(deps: Deps, request: FastifyRequest, reply: FastifyReply, asked: AskedSpeech) {
  const { userId, keyId } = identityOf(request)
  limit.take(userId, reply)
  const wanted = { ...asked.wanted, ...(canBeHeard(asked) && { stream: true as const }) }
  const draft = newJob('tts', userId, wanted, randomUUID(), deps.clock.now(), keyId)
  const { job } = await submitDraft(deps, request, draft, { needsWords: asked.timed !== undefined }).catch((error) => {
    throw inWords(asked.names, error)
  })
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  reply.header('cache-control', 'no-store').header('x-utter-job', job._id)
  const soon = await soundWithin(deps, job, asked, { seconds: deps.beginSpeechSeconds, signal: gone.signal })
  const { voiceUsed, provider } = spokenBy(job)
  const known = { job: job._id, voice: voiceUsed, provider, textHash: sha256Of(textToSpeak(job)) }
  const disclosed = { [disclosureHeader]: disclosureOf(known) }
  if (soon) return reply.headers(disclosed).type(asked.type).send(soon)
  if (deps.stopping.aborted) throw serviceUnavailable()
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...disclosed,
    'content-type': asked.type,
  })
  reply.raw.flushHeaders()
  try {
    const late = await soundWithin(deps, job, asked, { seconds: maxSeconds, signal: gone.signal })
    if (!late) throw serviceUnavailable()
    await pipeline(late, reply.raw)
  } catch (error) {
    request.log.debug({ reqId: request.id, err: error }, 'a speech is broken off')
    reply.raw.destroy()
  }
  return reply
}

/** Whether a sound can be sent while it is spoken. */
const canBeHeard = ({ form, timed }: AskedSpeech) => liveFormats.includes(form.format) && !timed

type Patience = { seconds: number; signal: AbortSignal }

/**
 * The sound of a job: as it is spoken, or once it has ended; undefined when neither comes in time.
 * @throws Problem where the job has failed, its sound is gone, or it has no words and their times are asked for
 */
async function soundWithin(
  deps: Deps,
  job: ShownJob,
  asked: AskedSpeech,
  { seconds, signal }: Patience,
): Promise<Readable | undefined> {
  const { form, names, written = (sound) => sound, timed } = asked
  const untilMs = performance.now() + seconds * 1_000
  const wait = (isEnough: (present: ShownJob) => boolean) => {
    let present = job
    const waitsNoMore = () => signal.aborted || isEnough(present)
    return untilEnded(deps, job, (untilMs - performance.now()) / 1_000, waitsNoMore, (read) => {
      present = read
    })
  }
  const isAudible = ({ audibleAttempt }: ShownJob) => canBeHeard(asked) && audibleAttempt !== undefined
  const soon = await wait(isAudible)
  const live = !hasEnded(soon) && isAudible(soon) ? await deps.speech.live(job._id, signal, form) : undefined
  if (live) return written(live)
  // It cannot be heard any more, or not yet again.
  const present = hasEnded(soon) ? soon : await wait(() => false)
  if (!hasEnded(present)) return undefined
  if (present.status === 'failed') throw inWords(names, failureOf(present))
  const words = timed && (await wordTimesOfJob(deps, present))
  const sound = await deps.speech.sound(present.sameAs ?? present._id, signal, form)
  if (!sound) throw serviceUnavailable()
  return words ? timed(sound, words, present.audio?.durationMs ?? 0) : written(sound)
}
