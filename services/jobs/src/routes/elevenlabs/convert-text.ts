import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { convertOperation } from '../../operations/elevenlabs.ts'
import { elevenLabsRoute } from '../../requests/elevenlabs-speech.ts'

/** `POST /v1/text-to-speech/{voice_id}`: a job as any other, answered with its sound. */
export const convertText: Route<Deps> = (app, deps) =>
  elevenLabsRoute(app, deps, '/v1/text-to-speech/:voice_id', { operation: convertOperation })
