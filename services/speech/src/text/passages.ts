import { languageOf } from '@utter/text/language/language-of'
import { pausesMs } from '@utter/text/sentences/pauses'
import { type Piece, piecesOf } from './pieces.ts'

/**
 * Cuts a text for a vendor, which speaks many sentences in one request: as many pieces together as `maxLength` has room for, cut
 * at the end of a sentence. Paragraphs stay on lines of their own, which a vendor's voice hears as a pause.
 * @param language BCP 47; absent: it is found out
 */
export function passagesOf(
  text: string,
  { maxLength, language = languageOf(text).language || 'en' }: { maxLength: number; language?: string | undefined },
): Piece[] {
  const passages: Piece[] = []
  let isNewParagraph = false
  // A vendor's voice speaks many languages, and only the ends of sentences depend on it here.
  for (const piece of piecesOf(text, language, maxLength)) {
    const last = passages.at(-1)
    const joined = last && `${last.text}${isNewParagraph ? '\n' : ' '}${piece.text}`
    if (last && joined && joined.length <= maxLength) Object.assign(last, { ...piece, text: joined })
    else passages.push({ ...piece })
    isNewParagraph = piece.pauseMs >= pausesMs.paragraph
  }
  return passages
}
