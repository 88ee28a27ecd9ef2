import type { Question } from './served-by-index.ts'

/** `all`: without a limit, each document that is found is read, or written. */
export type Asked = Question & { all?: 'read' | 'written' }

/** Fields whose values many documents of an account share. */
const shared = new Set(['userId', 'status', 'queue', 'lane', 'kind', 'isOwn'])

/**
 * Whether a question is about so many documents, however many an account has and however long it was not asked: those of ids, or, to be
 * read, those between two bounds. Others grow until they take longer than the server's time limit, and then fail each time.
 */
export function isBounded({ filter, all }: Asked): boolean {
  if (all === undefined) return true
  return Object.entries(filter).some(
    ([field, value]) => !shared.has(field) && (isId(value) || (all === 'read' && isBetween(value))),
  )
}

function isId(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'string'
  const { $in } = value as { $in?: unknown[] }
  return $in?.every(isId) ?? false
}

function isBetween(value: unknown): boolean {
  const operators = Object.keys(value ?? {})
  return [/^\$gte?$/, /^\$lte?$/].every((bound) => operators.some((operator) => bound.test(operator)))
}
