import { ElevenLabsTimedSpeech } from '@utter/contracts/http/elevenlabs/timed-speech'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { convertWithTimesOperation } from '../../operations/elevenlabs.ts'
import { elevenLabsRoute } from '../../requests/elevenlabs-speech.ts'
import { timedSound } from '../../views/timed-sound.ts'

/** `POST /v1/text-to-speech/{voice_id}/with-timestamps`: the sound in JSON, with the times of the characters of its text. */
export const convertTextWithTimes: Route<Deps> = (app, deps) =>
  elevenLabsRoute(app, deps, '/v1/text-to-speech/:voice_id/with-timestamps', {
    operation: convertWithTimesOperation,
    timed: { type: 'application/json', response: { 200: ElevenLabsTimedSpeech }, write: timedSound },
  })
