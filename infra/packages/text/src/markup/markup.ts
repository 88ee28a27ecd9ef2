import { bracketed } from './brackets.ts'
import type { DialogueSpeaker } from './dialogue.ts'
import { MarkError, type Marked, type MarkFault } from './marks.ts'
import { ssmlParts } from './ssml.ts'

/**
 * A text with its marks, in brackets or with `isSsml` in SSML, and the turns of its `speakers`, in time that grows with its length alone: 10,000
 * characters take a few ms whatever they are. The first fault is told.
 */
export function markedText(
  text: string,
  { isSsml = false, speakers }: { isSsml?: boolean | undefined; speakers?: DialogueSpeaker[] | undefined } = {},
): Marked | { fault: MarkFault } {
  try {
    return isSsml ? ssmlParts(text) : bracketed(text, speakers)
  } catch (error) {
    if (error instanceof MarkError) return { fault: error.fault }
    throw error
  }
}

type Part = { pauseMs: number } | { text: string; shown?: string | undefined }

/** A marked text as it is spoken, without its marks. */
export const textOfParts = (parts: Part[]): string => parts.map((part) => ('text' in part ? part.text : ' ')).join('')

/** A marked text as it was written, without its marks. */
export const shownOfParts = (parts: Part[]): string =>
  parts.map((part) => ('text' in part ? (part.shown ?? part.text) : ' ')).join('')
