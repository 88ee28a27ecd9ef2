import type { Deps } from '../deps.ts'
import { comparePassword, hashPassword } from '../domain/passwords.ts'
import type { User } from '../domain/user.ts'

/** The account whose password it is; a hash of an earlier form is made anew. @param user null: no account has the name */
export async function withPassword(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  user: User | null,
  password: string,
): Promise<User | undefined> {
  const outcome = await comparePassword(user?.passwordHash, password)
  if (!user || outcome === 'wrong') return undefined
  if (outcome === 'right') return user
  // Null: another request was quicker, or the password was changed, which whoever goes on by this hash finds out.
  return (await users.rehash(user, await hashPassword(password), clock.now())) ?? user
}
