/**
 * The kinds of characters of which the free accounts of one network have so many in a UTC month, since a vendor outside may be paid by them:
 * those that its voices speak, and those that the chat model is sent and writes.
 */
export const freeMonthKinds = ['voices', 'chat'] as const
export type FreeMonthKind = (typeof freeMonthKinds)[number]

/** Characters of the longest reply that chat has written: 300 tokens of four. */
export const replyCharacters = 1_200
