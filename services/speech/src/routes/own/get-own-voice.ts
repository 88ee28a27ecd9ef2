import { OwnVoicePath } from '@utter/contracts/http/own-voices'
import { OwnVoiceView } from '@utter/contracts/http/voices'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { unknownVoice } from '../../domain/find-voice.ts'
import { ownVoiceView } from '../../views/own-voice-view.ts'

/** `GET /api/voices/mine/<id>`. */
export const getOwnVoice: Route<Deps> = (app, { speech, ownVoices, guard }) =>
  app.get(
    '/api/voices/mine/:id',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'getOwnVoice',
          tag: 'Audio and voices',
          summary: 'A voice of your own',
          parameters: { id: 'The id of the voice.' },
        },
        params: OwnVoicePath,
        response: { 200: OwnVoiceView },
      },
    },
    async (request) => {
      const own = await ownVoices.find(identityOf(request).userId, request.params.id)
      if (!own) throw notFound(unknownVoice.sentence, unknownVoice.code)
      return ownVoiceView(own, await speech.voices())
    },
  )
