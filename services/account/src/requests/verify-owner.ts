import type { PasskeyAnswer } from '@utter/contracts/http/account/passkeys'
import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import { passwordLimit } from '../domain/attempt-limits.ts'
import type { User } from '../domain/user.ts'
import { withPassword } from './with-password.ts'

export const invalidPassword = () => new Problem(401, 'invalid_password', 'Invalid password')
const invalidPasskey = () => new Problem(401, 'invalid_passkey', 'This passkey is not valid for the account')

/** The proof of an owner, as bodies have it: one of the two. */
type OwnerProof = { password?: string | undefined; passkey?: PasskeyAnswer | undefined }

/**
 * The account of a session, whose owner has given the password or a passkey once more. Wrong ones count together, whichever route they were
 * sent to.
 * @throws Problem 401 for a wrong one, 429 past the limit
 */
export const verifyOwner = (
  { users, passkeys, attempts, limits, clock }: Pick<Deps, 'users' | 'passkeys' | 'attempts' | 'limits' | 'clock'>,
  userId: string,
  { password = '', passkey }: OwnerProof,
): Promise<User> =>
  attempts.during([passwordLimit(limits, userId)], async () => {
    const read = await users.read(userId)
    const user =
      read && (passkey ? await passkeys.check(read, passkey) : await withPassword({ users, clock }, read, password))
    if (!user) throw passkey ? invalidPasskey() : invalidPassword()
    return user
  })
