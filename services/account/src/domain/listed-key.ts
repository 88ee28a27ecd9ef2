/** Keys of one account. */
export const maxKeys = 50
/** Old secrets of a rerolled key that may be in their overlap at once; past it the oldest ends. */
const maxReplaced = 10

/**
 * An API key in the document of its account, which decides alone which keys there are: making, rerolling and revoking one are each one
 * guarded update of it. The rest of a key is in its token.
 */
export type ListedKey = {
  id: string
  /** The hash of the present secret. */
  hash: string
  expiresAt?: Date
  /** Secrets that a reroll has replaced, until their overlap is over. */
  replaced: { hash: string; until: Date }[]
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

/** A key with a new secret. Without an overlap all of its old secrets end, those in the overlap of an earlier reroll too. */
export function rerolled(key: ListedKey, hash: string, overlapSeconds: number, now: Date): ListedKey {
  const until = new Date(Math.min(now.getTime() + overlapSeconds * 1_000, key.expiresAt?.getTime() ?? Infinity))
  const inOverlap = [...key.replaced, { hash: key.hash, until }].filter((old) => old.until > now)
  return { ...key, hash, replaced: overlapSeconds === 0 ? [] : inOverlap.slice(-maxReplaced) }
}
