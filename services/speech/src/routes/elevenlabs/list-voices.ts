import { ElevenLabsVoices } from '@utter/contracts/http/elevenlabs/voices'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { voiceForElevenLabs } from '../../views/elevenlabs-voice.ts'

/** `GET /v1/voices`: the voices, as ElevenLabs' clients list them. */
export const listElevenLabsVoices: Route<Deps> = (app, { speech, guard }) =>
  app.get(
    '/v1/voices',
    {
      access: guard.anybody,
      schema: {
        operation: { id: 'listElevenLabsVoices', tag: 'For ElevenLabs’ clients', summary: 'List the voices' },
        response: { 200: ElevenLabsVoices },
      },
    },
    async () => ({ voices: (await speech.voices()).map(voiceForElevenLabs) }),
  )
