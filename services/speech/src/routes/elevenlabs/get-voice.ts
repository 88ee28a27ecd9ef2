import { ElevenLabsVoiceView } from '@utter/contracts/http/elevenlabs/voices'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { unknownVoice } from '../../domain/find-voice.ts'
import { withOwnVoices } from '../../operations/elevenlabs.ts'
import { elevenLabsVoiceFor } from '../../requests/elevenlabs-voices.ts'

/** `GET /v1/voices/{voice_id}`. */
export const getElevenLabsVoice: Route<Deps> = (app, deps) =>
  app.get(
    '/v1/voices/:voice_id',
    {
      access: deps.guard.anybody,
      schema: {
        operation: {
          id: 'getElevenLabsVoice',
          tag: 'For ElevenLabs’ clients',
          summary: 'Get a voice',
          description: withOwnVoices,
          parameters: { voice_id: 'The id of the voice, or an alias.' },
        },
        params: z.object({ voice_id: z.string() }),
        response: { 200: ElevenLabsVoiceView },
      },
    },
    async (request) => {
      const voice = await elevenLabsVoiceFor(request, deps, request.params.voice_id)
      if (!voice) throw notFound(unknownVoice.sentence, unknownVoice.code)
      return voice
    },
  )
