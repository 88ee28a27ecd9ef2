import type { DataOf } from '@utter/contracts/event'
import type { SpeechRequested } from '@utter/contracts/events/speech-requested'
import type { StepRequest } from '@utter/worker/worker'
import type { WorkDeps } from '../deps.ts'
import { turnsOf } from '../domain/marks/turns.ts'
import { timedWords, wordTimesOf } from '../domain/words/timed-words.ts'
import { wordsProgressed } from '../publishes/words-progressed.ts'
import type { Heard } from './speak-live.ts'

/**
 * Publishes the words of a live sound that can be heard so far, to those who listen along. Words that are not published are among the next.
 * @returns called with what can be heard, and with its text as it was written: that of pieces to come may follow it
 */
export function tellWords(
  { publish }: Pick<WorkDeps, 'publish'>,
  { parts, ...request }: StepRequest & Pick<DataOf<typeof SpeechRequested>, 'parts'>,
  userId: string,
): (heard: Heard, text: string, language: string | undefined) => void {
  const turns = turnsOf(parts)
  return ({ pieces, goesOn }, text, language) => {
    const inSound = { language, tempo: 1, leadMs: 0, durationMs: Number.POSITIVE_INFINITY, goesOn, turns }
    const words = wordTimesOf(timedWords(text, pieces, inSound))
    // The broker may be away: the words in the file are kept with it.
    publish([wordsProgressed(request, userId, words)]).catch(() => {})
  }
}
