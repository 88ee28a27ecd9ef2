import type { SessionRow } from '@utter/contracts/http/account/sessions'
import type { Token } from './token.ts'

/** A session as the account's owner sees it. @param present the one in which it is asked for */
export const sessionRow = (
  { id, createdAt, usedAt, address, client, signedInBy }: Token,
  present?: string,
): SessionRow => ({
  id,
  createdAt: createdAt.toISOString(),
  lastUsedAt: usedAt.toISOString(),
  address: address ?? null,
  client: client ?? null,
  ...(signedInBy && { signedInBy }),
  isCurrent: id === present,
})
