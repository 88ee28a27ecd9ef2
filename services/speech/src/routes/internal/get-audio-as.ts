import { buffer } from 'node:stream/consumers'
import { ratedFormats, soundFormats, soundTypeOf, tempoLimits } from '@utter/contracts/sound-formats'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import pLimit from 'p-limit'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { findAudio } from '../../store/find-audio.ts'
import { limitSending } from '../../views/limit-sending.ts'

const Params = z.object({ jobId: z.string(), format: z.enum([...soundFormats, ...ratedFormats]) })
const Query = z.object({
  tempo: z._default(z.coerce.number().check(z.gte(tempoLimits.min), z.lte(tempoLimits.max)), 1),
})

/** Sounds that are made, or sent: the longest has 32 MB as WAV. */
const inFlight = { max: 32, perAccount: 4 }
/** The longest pause of a reader. */
const stallMs = 30_000

/** The audio of a job of any account in another form, whole. It is made anew each time, and its mp3 is read when its turn has come. */
export const getAudioAs: Route<Deps> = (app, { claims, files, guard, transcoder }) => {
  const limit = createSharedLimit('conversions', inFlight)
  const turns = pLimit(1)
  app.get(
    '/internal/audio/:jobId/:format',
    { access: guard.internal('jobs'), schema: { params: Params, querystring: Query } },
    async (request, reply) => {
      const { jobId, format } = request.params
      let owner = ''
      const file = await findAudio({ claims, files }, jobId, (userId) => {
        owner = userId
        return true
      })
      if (!file) throw new Problem(404, 'audio_not_found', 'Audio not found')
      limit.take(owner, reply)
      limitSending(reply.raw, stallMs)
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const sound = await turns(async () => {
        gone.signal.throwIfAborted()
        const mp3 = await buffer(files.read(file.name))
        return transcoder.transcode(mp3, { format, tempo: request.query.tempo }, gone.signal)
      })
      return reply.header('cache-control', 'no-store').type(soundTypeOf(format)).send(sound)
    },
  )
}
