import type { KeySettings } from './key-settings.ts'

/** Keys of one account. */
export const maxKeys = 50
/** Old secrets of a rerolled key that may be in their overlap at once; past it the oldest ends. */
const maxReplaced = 10

/**
 * An API key in the document of its account, which decides alone which keys there are, and what was changed of each: making, changing,
 * rerolling and revoking one are each one guarded update of it. The rest of a key is in its token.
 */
export type ListedKey = {
  id: string
  /** The hash of the present secret. */
  hash: string
  expiresAt?: Date
  /** Secrets that a reroll has replaced, until their overlap is over. */
  replaced: { hash: string; until: Date }[]
  /** The values that its owner changed, in place of those of its tokens. Absent: it was not changed. */
  settings?: KeySettings
}

/** The end of one of an account's secrets: undefined for never, null when the account has no such secret. */
export function endOfSecret(
  keys: ListedKey[] = [],
  { id, hash }: { id: string; hash: string },
): Date | undefined | null {
  const key = keys.find((one) => one.id === id)
  if (key?.hash === hash) return key.expiresAt
  return key?.replaced.find((one) => one.hash === hash)?.until ?? null
}

/** The secrets of a key with a new one. Without an overlap all of its old secrets end, those in the overlap of an earlier reroll too. */
export function rerolled(
  key: ListedKey,
  hash: string,
  overlapSeconds: number,
  now: Date,
): Pick<ListedKey, 'hash' | 'replaced'> {
  const until = new Date(Math.min(now.getTime() + overlapSeconds * 1_000, key.expiresAt?.getTime() ?? Infinity))
  const inOverlap = [...key.replaced, { hash: key.hash, until }].filter((old) => old.until > now)
  return { hash, replaced: overlapSeconds === 0 ? [] : inOverlap.slice(-maxReplaced) }
}
