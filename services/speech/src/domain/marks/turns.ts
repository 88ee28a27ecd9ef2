import type { SpokenPart } from '@utter/contracts/spoken-part'
import { shownOfParts } from '@utter/text/markup/markup'

/** A turn of a dialogue: the character of the text, as it is shown, where it begins. */
export type ShownTurn = { from: number; speaker: string | undefined }

/** The turns of a marked text; none where it is no dialogue. */
export function turnsOf(parts: SpokenPart[] = []): ShownTurn[] {
  const turns: ShownTurn[] = []
  let from = 0
  for (const part of parts) {
    if ('text' in part && (turns.length === 0 || turns.at(-1)?.speaker !== part.speaker))
      turns.push({ from, speaker: part.speaker })
    from += shownOfParts([part]).length
  }
  return turns.some(({ speaker }) => speaker !== undefined) ? turns : []
}
