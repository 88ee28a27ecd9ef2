import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { sendLive } from '../../views/send-live.ts'

const Params = z.object({ jobId: z.string() })

/** The sound of a job of any account while it is spoken, for the clients of vendors, which jobs answers. */
export const getLiveAudio: Route<Deps> = (app, { liveSounds, guard }) => {
  app.get(
    '/internal/live/:jobId',
    { access: guard.internal('jobs'), schema: { params: Params } },
    async (request, reply) => {
      const sound = await liveSounds.find(request.params.jobId)
      if (!sound) throw new Problem(404, 'audio_not_found', 'Audio not found')
      return sendLive(request, reply, { sound, headers: {} })
    },
  )
}
