import { liveFormats, soundTypeOf, tempoLimits } from '@utter/contracts/sound-formats'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { liveForm } from '../../views/live-form.ts'
import { sendLive } from '../../views/send-live.ts'

const Params = z.object({ jobId: z.string() })
const Query = z.object({
  format: z._default(z.enum(liveFormats), 'mp3'),
  tempo: z._default(z.coerce.number().check(z.gte(tempoLimits.min), z.lte(tempoLimits.max)), 1),
})

/** The sound of a job of any account while it is spoken, for the clients of vendors, which jobs answers. */
export const getLiveAudio: Route<Deps> = (app, { liveSounds, transcoder, guard }) => {
  app.get(
    '/internal/live/:jobId',
    { access: guard.internal('jobs'), schema: { params: Params, querystring: Query } },
    async (request, reply) => {
      const { jobId } = request.params
      const sound = await liveSounds.find(jobId)
      if (!sound) throw new Problem(404, 'audio_not_found', 'Audio not found')
      return sendLive(request, reply, {
        sound: liveForm({ transcoder }, sound, request.query),
        headers: {},
        job: jobId,
        type: soundTypeOf(request.query.format),
      })
    },
  )
}
