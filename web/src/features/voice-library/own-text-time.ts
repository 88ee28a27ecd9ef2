import type { VoiceView } from '@utter/contracts/http/voices'
import { roundedTime } from '../../lib/format/rounded-time.ts'

/** About the pace of speech in the languages of the voices. */
const charactersPerSecond = 15
/** Before a voice begins: the queue, the loading of a model. */
const startSeconds = 1

/** About how long a voice takes to speak a text, while nothing waits before it: a natural one as long as it lasts, a quick one a tenth of that. */
export function timeToSpeak(text: string, { speedClass }: Pick<VoiceView, 'speedClass'>): string {
  const lasts = text.length / charactersPerSecond
  const seconds = Math.ceil(startSeconds + (speedClass === 'natural' ? lasts : lasts / 10))
  return roundedTime(seconds)
}
