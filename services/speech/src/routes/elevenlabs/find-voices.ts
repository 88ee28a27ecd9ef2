import { ElevenLabsFoundVoices } from '@utter/contracts/http/elevenlabs/voices'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { voiceForElevenLabs } from '../../views/elevenlabs-voice.ts'

const Query = z.object({
  search: z._default(z.string().check(z.maxLength(200, 'search must be at most 200 characters')), ''),
})

/** `GET /v2/voices`: the voices whose name or description has the searched text, as ElevenLabs' clients find them. */
export const findElevenLabsVoices: Route<Deps> = (app, { speech, guard }) =>
  app.get(
    '/v2/voices',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'findElevenLabsVoices',
          tag: 'For ElevenLabs’ clients',
          summary: 'Find voices',
          parameters: { search: 'A part of the name or the description. Without it all voices are found.' },
        },
        querystring: Query,
        response: { 200: ElevenLabsFoundVoices },
      },
    },
    async ({ query }) => {
      const searched = query.search.toLowerCase()
      const voices = (await speech.voices()).filter(({ name, description }) =>
        `${name} ${description}`.toLowerCase().includes(searched),
      )
      return { voices: voices.map(voiceForElevenLabs), has_more: false as const, total_count: voices.length }
    },
  )
