import { Dialogue, Speakers, unknownTurn } from '@utter/contracts/http/jobs/dialogue'
import { textOfDialogue } from '@utter/text/markup/dialogue'

/**
 * A request for a job whose `dialogue` is written as its text, a line for each turn: so it is stored, shown and repeated as any other. A fault
 * stays, for its schema to tell.
 */
export function withDialogue(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('dialogue' in body) || body.dialogue === null) return body
  const { dialogue: sent, ...request } = body as Record<string, unknown>
  if ((request.userText ?? '') !== '') return body
  const dialogue = Dialogue.safeParse(sent)
  const speakers = Speakers.safeParse(request.speakers)
  const isWhole = dialogue.success && speakers.success && unknownTurn(dialogue.data, speakers.data) < 0
  if (isWhole) return { ...request, userText: textOfDialogue(dialogue.data) }
  // Its own fault is told, and not that there is no text.
  return { ...body, userText: 'dialogue' }
}
