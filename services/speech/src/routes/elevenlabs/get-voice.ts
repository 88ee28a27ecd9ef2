import { ElevenLabsVoiceView } from '@utter/contracts/http/elevenlabs/voices'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { findVoice, unknownVoice } from '../../domain/find-voice.ts'
import { voiceForElevenLabs } from '../../views/elevenlabs-voice.ts'

/** `GET /v1/voices/{voice_id}`. */
export const getElevenLabsVoice: Route<Deps> = (app, { speech, guard }) =>
  app.get(
    '/v1/voices/:voice_id',
    {
      access: guard.anybody,
      schema: {
        operation: {
          id: 'getElevenLabsVoice',
          tag: 'For ElevenLabs’ clients',
          summary: 'Get a voice',
          parameters: { voice_id: 'The id of the voice, or an alias.' },
        },
        params: z.object({ voice_id: z.string() }),
        response: { 200: ElevenLabsVoiceView },
      },
    },
    async (request) => {
      const voice = findVoice(await speech.voices(), request.params.voice_id)
      if (!voice) throw notFound(unknownVoice.sentence, unknownVoice.code)
      return voiceForElevenLabs(voice)
    },
  )
