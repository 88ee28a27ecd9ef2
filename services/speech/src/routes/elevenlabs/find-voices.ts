import { ElevenLabsFoundVoices } from '@utter/contracts/http/elevenlabs/voices'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { withOwnVoices } from '../../operations/elevenlabs.ts'
import { elevenLabsVoicesFor } from '../../requests/elevenlabs-voices.ts'

const Query = z.object({
  search: z._default(z.string().check(z.maxLength(200, 'search must be at most 200 characters')), ''),
})

/** `GET /v2/voices`: the voices whose name or description has the searched text, as ElevenLabs' clients find them. */
export const findElevenLabsVoices: Route<Deps> = (app, deps) =>
  app.get(
    '/v2/voices',
    {
      access: deps.guard.anybody,
      schema: {
        operation: {
          id: 'findElevenLabsVoices',
          tag: 'For ElevenLabs’ clients',
          summary: 'Find voices',
          description: withOwnVoices,
          parameters: { search: 'A part of the name or the description. Without it all voices are found.' },
        },
        querystring: Query,
        response: { 200: ElevenLabsFoundVoices },
      },
    },
    async (request) => {
      const searched = request.query.search.toLowerCase()
      const voices = (await elevenLabsVoicesFor(request, deps)).filter(({ name, description }) =>
        `${name} ${description}`.toLowerCase().includes(searched),
      )
      return { voices, has_more: false as const, total_count: voices.length }
    },
  )
