/** Bounds of marks; `maxMarks`, `maxTurns` and the longest silence hold the work of one text within that of a long one without marks. */
export const markLimits = {
  minPauseMs: 100,
  maxPauseMs: 10_000,
  maxSilenceMs: 300_000,
  minRate: 0.5,
  maxRate: 2,
  maxMarks: 200,
  maxTurns: 500,
} as const

/** Marks by their names, as a mark of the text and as an element of SSML. */
export type MarkName = 'pause' | 'rate' | 'say' | 'as' | 'voice'

/**
 * A part of a marked text that is spoken: `text` in place of what was written, which is `shown` where it is another; `phonemes` is its IPA; `as`
 * a date is worded by the language of its voice. `rate` and `voiceId` are absent where they are those of the request.
 */
export type TextPart = {
  text: string
  shown?: string
  as?: 'date'
  phonemes?: string
  rate?: number
  voiceId?: string
  /** In a dialogue: who says it. */
  speaker?: string
}
export type MarkedPart = { pauseMs: number } | TextPart

/** A mark where it was found: its place in characters from 0, as it was written, and the voice that speaks there (absent: the request's). */
export type FoundMark = {
  name: MarkName
  at: number
  written: string
  rate?: number
  voiceId?: string
  hasPhonemes?: true
}

/** Fault of a mark: its place, and the reason in words that follow it. */
export type MarkFault = { at: number; written: string; reason: string }

/** The text in its parts (one where it has no mark), its marks, and the characters that it has without those. */
export type Marked = { parts: MarkedPart[]; marks: FoundMark[]; characters: number }

/** The sentence of a fault: `[rate:9] at character 12: rate is 0.5 to 2`. */
export const sentenceOfFault = ({ at, written, reason }: MarkFault): string =>
  `${written} at character ${at}: ${reason}`

/** Longest part of a mark that a sentence repeats. */
const maxShown = 40

/** A mark as a sentence repeats it. */
export const shownMark = (written: string): string => {
  const letters = [...written.slice(0, 2 * maxShown)]
  return letters.length > maxShown ? `${letters.slice(0, maxShown).join('')}…` : written
}

/** Fault of a mark, thrown by the scanners and caught at their edge. */
export class MarkError extends Error {
  readonly fault: MarkFault

  constructor(at: number, written: string, reason: string) {
    super(reason)
    this.fault = { at, written: shownMark(written), reason }
  }
}
