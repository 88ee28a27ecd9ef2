import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { findAudio } from '../../store/find-audio.ts'
import { sendMp3 } from '../../views/send-mp3.ts'

const Params = z.object({ jobId: z.string() })

/** The audio of a job of any account, for the zip of a batch. */
export const getAudioForJobs: Route<Deps> = (app, { claims, files, guard }) => {
  app.get(
    '/internal/audio/:jobId',
    { access: guard.internal('jobs'), schema: { params: Params } },
    async (request, reply) => {
      const { jobId } = request.params
      const file = await findAudio({ claims, files }, jobId, () => true)
      if (!file) throw new Problem(404, 'audio_not_found', 'Audio not found')
      return sendMp3(request, reply, { files, file, name: jobId, headers: { 'cache-control': 'no-store' } })
    },
  )
}
