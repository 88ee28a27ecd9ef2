import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { streamOperation } from '../../operations/elevenlabs.ts'
import { elevenLabsRoute } from '../../requests/elevenlabs-speech.ts'

/** `POST /v1/text-to-speech/{voice_id}/stream`: the same sound. */
export const streamText: Route<Deps> = (app, deps) =>
  elevenLabsRoute(app, deps, '/v1/text-to-speech/:voice_id/stream', { operation: streamOperation })
