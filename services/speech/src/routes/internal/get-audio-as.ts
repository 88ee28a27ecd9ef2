import { buffer } from 'node:stream/consumers'
import { soundFormats, soundTypes, tempoLimits } from '@utter/contracts/sound-formats'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { findAudio } from '../../store/find-audio.ts'

const Params = z.object({ jobId: z.string(), format: z.enum(soundFormats) })
const Query = z.object({
  tempo: z._default(z.coerce.number().check(z.gte(tempoLimits.min), z.lte(tempoLimits.max)), 1),
})

/** The audio of a job of any account in another form, whole. It is made anew each time. */
export const getAudioAs: Route<Deps> = (app, { claims, files, guard, transcoder }) => {
  app.get(
    '/internal/audio/:jobId/:format',
    { access: guard.internal('jobs'), schema: { params: Params, querystring: Query } },
    async (request, reply) => {
      const { jobId, format } = request.params
      const file = await findAudio({ claims, files }, jobId, () => true)
      if (!file) throw new Problem(404, 'audio_not_found', 'Audio not found')
      const gone = new AbortController()
      reply.raw.once('close', () => gone.abort())
      const mp3 = await buffer(files.read(file.name))
      const sound = await transcoder.transcode(mp3, { format, tempo: request.query.tempo }, gone.signal)
      return reply.header('cache-control', 'no-store').type(soundTypes[format]).send(sound)
    },
  )
}
