import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import { passwordLimit } from '../domain/attempt-limits.ts'
import { isPassword } from '../domain/passwords.ts'
import type { User } from '../domain/user.ts'

export const invalidPassword = () => new Problem(401, 'invalid_password', 'Invalid password')

/**
 * The account of a session, whose owner has given the password once more. Wrong ones count together, whichever route they were sent to.
 * @throws Problem 401 for a wrong password, 429 past the limit
 */
export const verifyOwner = (
  { users, attempts, limits }: Pick<Deps, 'users' | 'attempts' | 'limits'>,
  userId: string,
  password: string,
): Promise<User> =>
  attempts.during([passwordLimit(limits, userId)], async () => {
    const user = await users.read(userId)
    if (!user || !(await isPassword(user.passwordHash, password))) throw invalidPassword()
    return user
  })
