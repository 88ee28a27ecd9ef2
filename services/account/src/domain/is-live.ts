import type { Token } from './token.ts'
import type { User } from './user.ts'

/**
 * Whether a token is still valid for its account. A change of the password ends sessions by one update of the account's
 * document: a session whose mark or removal was lost in a crash is over all the same, at the latest when its copy in
 * Redis is.
 */
export function isLive(user: User, { kind, id, generation = 0 }: Pick<Token, 'kind' | 'id' | 'generation'>): boolean {
  if (user.deletedAt) return false
  return kind === 'key' || id === user.keptSession || generation === (user.sessionGeneration ?? 0)
}
