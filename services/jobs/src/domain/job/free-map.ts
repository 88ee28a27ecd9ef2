import type { Metadata } from '@utter/contracts/http/jobs/metadata'

/** Begins an escaped key: a noncharacter of Unicode, with which no key begins that was stored before keys were escaped. */
const mark = '\uffff'

/**
 * Whether a key is stored escaped: MongoDB takes `$` for an operator and a dot for a path, the driver `_bsontype` for a type of its own, BSON
 * ends a key at a NUL, and what every object has is not safe to assign.
 */
const isUnsafe = (key: string): boolean =>
  key === '' || key === '_bsontype' || key in Object.prototype || key.startsWith(mark) || /^\$|[.\0]/.test(key)

const storedKey = (key: string): string => (isUnsafe(key) ? mark + encodeURIComponent(key).replaceAll('.', '%2E') : key)

function sentKey(key: string): string {
  if (!key.startsWith(mark)) return key
  try {
    return decodeURIComponent(key.slice(mark.length))
  } catch {
    return key
  }
}

/** @param value plain, of a depth that its schema has bounded */
function withKeys(value: unknown, rename: (key: string) => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => withKeys(inner, rename))
  if (typeof value !== 'object' || value === null) return value
  // Defined rather than assigned, as `__proto__` must be.
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [rename(key), withKeys(inner, rename)]))
}

/** A map of the client's own as it is stored: keys that are unsafe there are escaped. */
export const storedMap = (map: Metadata): Metadata => withKeys(map, storedKey) as Metadata
/** The map as it was sent. */
export const sentMap = (map: Metadata): Metadata => withKeys(map, sentKey) as Metadata
