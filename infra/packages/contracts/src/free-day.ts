/** The kinds of characters of which all free accounts together have so many in a UTC day: those that are spoken, those that the chat model is sent. */
export const freeDayKinds = ['speech', 'chat'] as const
export type FreeDayKind = (typeof freeDayKinds)[number]
/** The name of a kind's count in Redis. */
export const freeDayCount = (kind: FreeDayKind): string => `free:${kind}`
