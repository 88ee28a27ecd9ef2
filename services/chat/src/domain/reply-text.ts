import { VendorError } from '@utter/contracts/vendor-error'
import type { ChatTurn } from './chat-model.ts'
import { speakable } from './speakable.ts'

/** The replacement character: bytes of the reply that are no text, which small models write in scripts that they hardly know. */
const replacement = '\uFFFD'

type Written = { raw: string; wasCut: boolean; turns: ChatTurn[]; language?: string | undefined }

/**
 * The model's reply as it can be spoken. An empty one and one with broken characters are transient faults of a single text: another attempt
 * writes other words. A replacement character that the conversation has itself is no fault.
 */
export function replyText({ raw, wasCut, turns, language }: Written): string {
  // The limit may lie within a character: its first half is no fault.
  const whole = wasCut ? raw.replace(/\uFFFD+\s*$/, '') : raw
  const text = speakable(whole, { wasCut, language })
  if (!text) throw new VendorError('transient', 'empty_reply', 'The chat model gave an empty answer')
  if (whole.includes(replacement) && !turns.some(({ content }) => content.includes(replacement)))
    throw new VendorError('transient', 'broken_reply', 'The chat model gave an answer with broken characters')
  return text
}
