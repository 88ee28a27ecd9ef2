import { OwnVoicePath } from '@utter/contracts/http/own-voices'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { unknownVoice } from '../../domain/find-voice.ts'
import { mp3Answers, mp3Refusals, sendMp3 } from '../../views/send-mp3.ts'

/** `GET /api/voices/mine/<id>/sample.mp3`: one sentence in this voice, for its account. */
export const ownVoiceSample: Route<Deps> = (app, { ownVoices, ownSamples, files, guard }) =>
  app.get(
    '/api/voices/mine/:id/sample.mp3',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'getOwnVoiceSample',
          tag: 'Audio and voices',
          summary: 'How a voice of your own sounds',
          parameters: { id: 'The id of the voice.' },
          headers: ['Range', 'IfNoneMatch'],
          answers: mp3Answers,
          refusals: mp3Refusals,
        },
        params: OwnVoicePath,
      },
    },
    async (request, reply) => {
      const voice = await ownVoices.find(identityOf(request).userId, request.params.id)
      if (!voice) throw notFound(unknownVoice.sentence, unknownVoice.code)
      const headers = { 'cache-control': 'private, max-age=3600' }
      return sendMp3(request, reply, { files, file: await ownSamples.sampleOf(voice), name: 'sample', headers })
    },
  )
