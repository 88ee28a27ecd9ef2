import { notFound } from '@utter/http/problem'
import type { User } from '../domain/user.ts'
import type { UserStore } from '../store/users.ts'

/** The account that the operator names. @throws Problem 404 `account_not_found` */
export async function userByEmail(users: Pick<UserStore, 'byEmail'>, email: string): Promise<User> {
  const user = await users.byEmail(email)
  if (!user) throw notFound(`No account has the email ${email}`, 'account_not_found')
  return user
}
