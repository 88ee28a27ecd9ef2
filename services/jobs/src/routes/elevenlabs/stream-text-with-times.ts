import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { streamWithTimesOperation } from '../../operations/elevenlabs.ts'
import { elevenLabsRoute } from '../../requests/elevenlabs-speech.ts'
import { timedChunks } from '../../views/timed-sound.ts'

/** `POST /v1/text-to-speech/{voice_id}/stream/with-timestamps`: the same in parts, a line of JSON each. */
export const streamTextWithTimes: Route<Deps> = (app, deps) =>
  elevenLabsRoute(app, deps, '/v1/text-to-speech/:voice_id/stream/with-timestamps', {
    operation: streamWithTimesOperation,
    timed: { type: 'application/x-ndjson', write: timedChunks },
  })
