import { OwnVoiceViews } from '@utter/contracts/http/voices'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { ownVoiceView } from '../../views/own-voice-view.ts'

/** `GET /api/voices/mine`: the account's own voices, oldest first. */
export const listOwnVoices: Route<Deps> = (app, { speech, ownVoices, guard }) =>
  app.get(
    '/api/voices/mine',
    {
      access: guard.required(),
      schema: {
        operation: { id: 'listOwnVoices', tag: 'Audio and voices', summary: 'Your own voices, oldest first' },
        response: { 200: OwnVoiceViews },
      },
    },
    async (request) => {
      const [own, voices] = await Promise.all([ownVoices.list(identityOf(request).userId), speech.voices()])
      return own.map((voice) => ownVoiceView(voice, voices))
    },
  )
