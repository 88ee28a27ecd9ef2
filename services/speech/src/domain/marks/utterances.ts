import type { SpokenPart } from '@utter/contracts/spoken-part'
import { dateWords } from './date-words.ts'
import { pauseBetweenMs } from './pauses.ts'
import { likeWritten, namesBeside, type SaidWord } from './said-words.ts'

/**
 * A stretch of a marked text that one voice speaks at one rate, without a pause of a mark in it. `beforeMs` and `afterMs` are silences of marks, which
 * no speed changes; `pauseMs` is the silence that belongs behind its text; `begins` and `ends` tell whether it does so inside of a clause.
 */
export type Utterance = {
  text: string
  words: SaidWord[]
  rate: number
  voiceId?: string
  beforeMs: number
  afterMs: number
  pauseMs: number
  begins: boolean
  ends: boolean
}

type TextPart = Extract<SpokenPart, { text: string }>

/** Whether there may be a sound in it: letters, figures, and the signs that have a word. */
const hasSound = (text: string) => /[\p{L}\p{N}\p{Sc}\p{Sm}%&@#]/u.test(text)

/** @param languageOf a voice, by its id; undefined: the job's own */
export function utterancesOf(parts: SpokenPart[], languageOf: (voiceId: string | undefined) => string): Utterance[] {
  const names = namesBeside(parts.map((part) => ('text' in part ? part.text : '')).join(' '))
  const utterances: Utterance[] = []
  let silenceMs = 0
  let isApart = true
  for (const part of parts) {
    if ('pauseMs' in part) {
      silenceMs += part.pauseMs
      isApart = true
      continue
    }
    const { rate = 1, voiceId } = part
    const last = utterances.at(-1)
    const spoken = spokenOf(part, languageOf(voiceId), () => names.next().value)
    if (last && !isApart && last.rate === rate && last.voiceId === voiceId) {
      last.text += spoken.text
      last.words.push(...spoken.words)
    } else {
      utterances.push({
        ...{ ...spoken, rate, beforeMs: silenceMs, afterMs: 0, pauseMs: 0, begins: false, ends: false },
        ...(voiceId !== undefined && { voiceId }),
      })
      silenceMs = 0
    }
    isApart = false
  }
  return joined(utterances, silenceMs)
}

function spokenOf(part: TextPart, language: string, newName: () => string): Pick<Utterance, 'text' | 'words'> {
  if (part.as === 'date') return { text: dateWords(part.text, language), words: [] }
  if (part.phonemes === undefined) return { text: part.text, words: [] }
  const name = newName()
  return { text: likeWritten(name, part.text), words: [{ name, written: part.text, phonemes: part.phonemes }] }
}

/** Utterances that have a sound, each with the silence that belongs behind it. @param lastMs of the marks at the end */
function joined(all: Utterance[], lastMs: number): Utterance[] {
  const sounding: Utterance[] = []
  let silenceMs = 0
  let between = ''
  for (const utterance of all) {
    silenceMs += utterance.beforeMs
    if (!hasSound(utterance.text)) {
      between += utterance.text
      continue
    }
    const last = sounding.at(-1)
    if (last) {
      last.pauseMs = pauseBetweenMs(last.text + between, utterance.text)
      last.ends = last.pauseMs === 0
      // A voice ends a piece as a sentence, unless it is told that one goes on.
      if (last.ends) last.text = `${last.text.trimEnd()},`
    }
    sounding.push({ ...utterance, beforeMs: silenceMs, begins: last?.ends ?? false })
    silenceMs = 0
    between = ''
  }
  const last = sounding.at(-1)
  if (last) last.afterMs = silenceMs + lastMs
  return sounding
}
