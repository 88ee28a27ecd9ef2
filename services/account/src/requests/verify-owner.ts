import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import { passwordLimit } from '../domain/attempt-limits.ts'
import type { User } from '../domain/user.ts'
import { withPassword } from './with-password.ts'

export const invalidPassword = () => new Problem(401, 'invalid_password', 'Invalid password')

/**
 * The account of a session, whose owner has given the password once more. Wrong ones count together, whichever route they were sent to.
 * @throws Problem 401 for a wrong password, 429 past the limit
 */
export const verifyOwner = (
  { users, attempts, limits, clock }: Pick<Deps, 'users' | 'attempts' | 'limits' | 'clock'>,
  userId: string,
  password: string,
): Promise<User> =>
  attempts.during([passwordLimit(limits, userId)], async () => {
    const read = await users.read(userId)
    const user = read && (await withPassword({ users, clock }, read, password))
    if (!user) throw invalidPassword()
    return user
  })
