import { VendorError } from '@utter/contracts/vendor-error'
import { nothingToSpeak } from '../nothing-to-speak.ts'
import type { Recording } from '../recording.ts'
import type { Retake, Speak, SpokenChunk } from '../voice.ts'
import { movedWords } from '../words/sounded-words.ts'
import { withWords } from './said-words.ts'
import { quietMsOf, withoutSilence } from './trim-silence.ts'
import type { Utterance } from './utterances.ts'

/** Sample rate of a text that several voices speak. */
const commonRate = 24_000

type SpeakUtterance = (utterance: Utterance, again?: Retake) => AsyncIterable<SpokenChunk>
/** A clip at another sample rate, quickened by a tempo without a change of pitch. */
type Even = (clip: Recording, wanted: { sampleRate: number; tempo: number }) => Promise<Float32Array>
type Place = { isFirst: boolean; isLast: boolean }

/**
 * A marked text as one row of chunks, as a voice speaks a text without marks. It is called once for the whole; each later call is for the piece that came
 * last, which is spoken again by the voice and at the rate that it had.
 * @param even called for a chunk that has another sample rate or tempo than the whole
 */
export function speakParts(utterances: Utterance[], speak: SpeakUtterance, even: Even): Speak {
  const areMany = utterances.some(({ voiceId }) => voiceId !== utterances[0]?.voiceId)
  const isEven = areMany || utterances.some(({ rate }) => rate !== 1)
  const made = (chunk: SpokenChunk, utterance: Utterance, place: Place) =>
    asPart(chunk, utterance, place, { even, isEven, sampleRate: areMany ? commonRate : chunk.sampleRate })
  let present: { utterance: Utterance; text: string; place: Place } | undefined
  return async function* (_, again) {
    if (present) {
      const { utterance, text, place } = present
      for await (const chunk of speak({ ...utterance, text }, again)) yield await made(chunk, utterance, place)
      return
    }
    const whole = utterances.reduce((sum, { text }) => sum + text.length, 0)
    let before = 0
    // Silence of a clause that a mark has cut, and of marks before what had no sound.
    let [tailMs, carriedMs] = [0, 0]
    for (const utterance of utterances) {
      let isFirst = true
      const isEnd = utterance === utterances.at(-1)
      try {
        for await (const chunk of speak(utterance, again)) {
          const place = { isFirst, isLast: chunk.done === 1 }
          present = { utterance, text: chunk.text, place }
          const done = isEnd && place.isLast ? 1 : (before + chunk.done * utterance.text.length) / whole
          const part = await made(chunk, utterance, place)
          const quiet = utterance.begins || utterance.ends ? quietMsOf(part) : { headMs: 0, tailMs: 0 }
          const cutMs = isFirst && utterance.begins ? (tailMs + quiet.headMs) / (part.tempo ?? 1) : 0
          const beforeMs = isFirst ? Math.max(0, utterance.beforeMs + carriedMs - cutMs) : 0
          yield { ...part, done: isEnd ? done : Math.min(done, 0.99), ...(beforeMs > 0 && { beforeMs }) }
          if (isFirst) carriedMs = 0
          isFirst = false
          tailMs = utterance.ends && place.isLast ? quiet.tailMs : 0
        }
      } catch (error) {
        // A sign without a word between two marks.
        if (!isFirst || !(error instanceof VendorError) || error.code !== nothingToSpeak().code) throw error
        carriedMs += utterance.beforeMs
      }
      before += utterance.text.length
    }
    if (!present) throw nothingToSpeak()
  }
}

/** A chunk with what its marks make of it. */
async function asPart(
  chunk: SpokenChunk,
  utterance: Utterance,
  { isFirst, isLast }: Place,
  { even, isEven, sampleRate }: { even: Even; isEven: boolean; sampleRate: number },
): Promise<SpokenChunk> {
  // Parts of several tempos have one that is the same for all.
  const tempo = isEven ? (chunk.tempo ?? 1) : 1
  const isAsWanted = tempo === 1 && chunk.sampleRate === sampleRate
  const sound = isAsWanted ? chunk.samples : await even(chunk, { sampleRate, tempo })
  const ends = { begins: isFirst && utterance.begins, ends: isLast && utterance.ends }
  const { samples, cutMs } = withoutSilence({ samples: sound, sampleRate }, ends)
  const { words, ...more } = chunk
  return {
    ...more,
    text: withWords(chunk.text, utterance.words, ({ written }) => written),
    samples,
    sampleRate,
    pauseMs: isLast ? utterance.pauseMs : chunk.pauseMs,
    ...(isEven && { tempo: 1 }),
    ...(utterance.rate !== 1 && { rate: utterance.rate }),
    ...(utterance.voiceId !== undefined && { voiceId: utterance.voiceId }),
    ...(words && { words: movedWords(words, (ms) => Math.max(0, ms / tempo - cutMs)) }),
    ...(isLast && utterance.afterMs > 0 && { afterMs: utterance.afterMs }),
  }
}
