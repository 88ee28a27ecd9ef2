import { ElevenLabsVoices } from '@utter/contracts/http/elevenlabs/voices'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { withOwnVoices } from '../../operations/elevenlabs.ts'
import { elevenLabsVoicesFor } from '../../requests/elevenlabs-voices.ts'

/** `GET /v1/voices`: the voices, as ElevenLabs' clients list them. */
export const listElevenLabsVoices: Route<Deps> = (app, deps) =>
  app.get(
    '/v1/voices',
    {
      access: deps.guard.anybody,
      schema: {
        operation: {
          id: 'listElevenLabsVoices',
          tag: 'For ElevenLabs’ clients',
          summary: 'List the voices',
          description: withOwnVoices,
        },
        response: { 200: ElevenLabsVoices },
      },
    },
    async (request) => ({ voices: await elevenLabsVoicesFor(request, deps) }),
  )
