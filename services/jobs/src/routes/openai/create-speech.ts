import { randomUUID } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { OpenAiSpeech } from '@utter/contracts/http/openai/speech'
import { soundTypes } from '@utter/contracts/sound-formats'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { serviceUnavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { hasEnded, type ShownJob } from '../../domain/job/job.ts'
import { newJob } from '../../domain/job/new-job.ts'
import { untilEnded } from '../../lifecycle/submit/until-ended.ts'
import { speechOperation } from '../../operations/openai.ts'
import { checkModel, failureOf, formOf, inOpenAiWords, jobRequestOf } from '../../requests/openai-speech.ts'
import { submitDraft } from '../../requests/submission.ts'
import { soundEvents } from '../../views/openai-sound.ts'

/** Seconds for which the sound of an answer that has begun is waited for: OpenAI's clients wait for ten minutes by default. */
const maxSeconds = 600

/** Answers of one process in flight, each of which waits for its job. */
const inFlight = { max: 512, perAccount: 128 }

/** `POST /v1/audio/speech`: a job as any other, answered with its sound. A client that leaves does not cancel it. */
export const createSpeech: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('speeches', inFlight)
  return app.post(
    '/v1/audio/speech',
    {
      onRequest: async () => deps.loadShedding.checkRoom(),
      access: deps.guard.required('jobs:write'),
      schema: { operation: speechOperation, body: OpenAiSpeech },
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
    },
    async (request, reply) => {
      const { body } = request
      checkModel(body.model)
      const { userId, keyId } = identityOf(request)
      limit.take(userId, reply)
      const wanted = jobRequestOf(body, request, deps.versions())
      const draft = newJob('tts', userId, wanted, randomUUID(), deps.clock.now(), keyId)
      const { job } = await submitDraft(deps, request, draft).catch((error) => {
        throw inOpenAiWords(error)
      })
      const isGone = () => reply.raw.destroyed
      const type = body.stream_format === 'sse' ? 'text/event-stream' : soundTypes[body.response_format]
      reply.header('cache-control', 'no-store').header('x-utter-job', job._id)
      const soon = await untilEnded(deps, job, deps.beginSpeechSeconds, isGone)
      if (hasEnded(soon)) return reply.type(type).send(await soundOf(deps, soon, body, reply))
      if (deps.stopping.aborted) throw serviceUnavailable()
      reply.hijack()
      reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), 'content-type': type })
      reply.raw.flushHeaders()
      try {
        const late = await untilEnded(deps, soon, maxSeconds, isGone)
        await pipeline(await soundOf(deps, late, body, reply), reply.raw)
      } catch (error) {
        request.log.debug({ reqId: request.id, err: error }, 'a speech is broken off')
        reply.raw.destroy()
      }
      return reply
    },
  )
}

/** @throws Problem where the job has failed, has not ended, or its sound is gone */
async function soundOf(deps: Deps, job: ShownJob, body: OpenAiSpeech, reply: FastifyReply) {
  if (job.status === 'failed') throw failureOf(job)
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const sound = hasEnded(job) && (await deps.speech.sound(job.sameAs ?? job._id, gone.signal, formOf(body)))
  if (!sound) throw serviceUnavailable()
  return body.stream_format === 'sse' ? soundEvents(sound, body.input.length) : sound
}
