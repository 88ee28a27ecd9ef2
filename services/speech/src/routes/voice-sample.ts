import { setTimeout as pause } from 'node:timers/promises'
import { notFound, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { findVoice, unknownVoice } from '../domain/find-voice.ts'
import { sampleName } from '../domain/voice-sample.ts'
import { mp3Answers, mp3Refusals, sendMp3 } from '../views/send-mp3.ts'

/** The longest wait for a sample that is made on demand, in ms: a natural voice needs about five seconds. */
const maxWaitMs = 8_000

const Params = z.object({ id: z.string() })

/** `GET /api/voices/<id or alias>/sample.mp3`: one sentence in this voice, for everybody. */
export const voiceSampleRoute: Route<Deps> = (app, { speech, files, samples, guard }) =>
  app.get(
    '/api/voices/:id/sample.mp3',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'getVoiceSample',
          tag: 'Audio and voices',
          summary: 'How a voice sounds',
          parameters: { id: 'The id of the voice, or an alias.' },
          headers: ['Range', 'IfNoneMatch'],
          answers: mp3Answers,
          refusals: mp3Refusals,
        },
        params: Params,
      },
    },
    async (request, reply) => {
      const voice = findVoice(await speech.voices(), request.params.id)
      if (!voice) throw notFound(unknownVoice.sentence, unknownVoice.code)
      const name = sampleName(voice)
      const made = async () => {
        await Promise.race([samples.want(voice), pause(maxWaitMs, undefined, { ref: false })])
        return files.find(name)
      }
      const file = (await files.find(name)) ?? (await made())
      if (!file) throw unavailable('The sample of this voice is not made yet, try again in a moment', 2)
      return sendMp3(request, reply, {
        files,
        file,
        name: file.name.replace(/\.mp3$/, ''),
        headers: { 'cache-control': 'public, max-age=86400' },
      })
    },
  )
