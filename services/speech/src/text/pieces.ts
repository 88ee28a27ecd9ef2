import { pausesMs } from '@utter/text/sentences/pauses'
import { sentencesOf } from '@utter/text/sentences/sentences'

/** A part of a text that is spoken in one breath; `pauseMs` of silence follow it; `done` is 0..1 of the text behind it. */
export type Piece = { text: string; pauseMs: number; done: number }

/**
 * The longest piece of a voice of this machine, in characters. It makes errors in longer ones, its memory grows with the
 * longest (100 MB with 90 characters, 400 with 240), and its slot becomes free only when the piece in flight ends.
 */
export const maxPieceLength = 160

/**
 * Cuts a text at the ends of its sentences in its language, and a sentence that is too long at a clause, else a space, else anywhere.
 * Nothing that can be spoken is lost: what has no letter and no digit is left out, everything else comes back in order.
 */
export function piecesOf(text: string, language: string, maxLength = maxPieceLength): Piece[] {
  const pieces: Piece[] = []
  let read = 0
  for (const sentence of sentencesOf(text, language)) {
    read += sentence.length
    const parts = breaths(sentence.trim(), maxLength).filter(isSpeakable)
    const pause = sentence.includes('\n') ? pausesMs.paragraph : pausesMs.sentence
    if (parts.length === 0) {
      const last = pieces.at(-1)
      if (last) last.pauseMs = Math.max(last.pauseMs, pause) // an empty line between two paragraphs
    }
    for (const [index, part] of parts.entries()) {
      const isLast = index === parts.length - 1
      const behind = read - (isLast ? 0 : (sentence.length * (parts.length - 1 - index)) / parts.length)
      pieces.push({ text: part, pauseMs: isLast ? pause : pausesMs.clause, done: behind / text.length })
    }
  }
  const last = pieces.at(-1)
  if (last) Object.assign(last, { pauseMs: 0, done: 1 })
  return pieces
}

/** Whether there is anything in it that has a sound. */
export const isSpeakable = (text: string) => /[\p{L}\p{N}]/u.test(text)

function breaths(sentence: string, maxLength: number): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > maxLength) {
    const at = cutOf(rest, maxLength)
    parts.push(rest.slice(0, at).trim())
    rest = rest.slice(at).trim()
  }
  return [...parts, rest]
}

function cutOf(text: string, maxLength: number): number {
  const window = text.slice(0, maxLength)
  const clause = Math.max(...[...window.matchAll(/[,;:–—)]\s|[、，；：]/g)].map((match) => match.index + 1), 0)
  if (clause >= maxLength / 3) return clause
  const space = window.lastIndexOf(' ')
  if (space > 0) return space
  // Never between the two halves of one character.
  return /[\uD800-\uDBFF]$/.test(window) ? maxLength - 1 : maxLength
}
