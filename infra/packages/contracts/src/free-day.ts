/**
 * What all free accounts together have in a UTC day, in characters: of texts that are spoken, and of what is sent to the chat model. By the name of
 * its count in Redis.
 */
export const freeDayKinds = ['speech', 'chat'] as const
export type FreeDayKind = (typeof freeDayKinds)[number]
export const freeDayCount = (kind: FreeDayKind): string => `free:${kind}`
