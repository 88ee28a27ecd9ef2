import { authenticatorCode } from '@utter/testing/authenticator-code'
import { problem } from '@utter/testing/problems'
import { callerToken } from './callers.ts'
import { type Account, type Method, openAccount, password } from './open-account.ts'

/** The answer to a wrong code, and to one that comes too late. */
export const notLetIn = problem(401, 'This code is not valid, or it came too late', 'invalid_code')
export const noAppIsOn = problem(404, 'No authenticator app is on', 'second_factor_off')
export const passwordNeeded = problem(403, 'Give your password again to go on', 'password_required')

type Member = Awaited<ReturnType<Account['member']>>
const path = '/api/auth/second-factor'

/** The account service with people whose accounts have an authenticator app. */
export async function openGuarded(limits: Record<string, number> = {}) {
  const account = await openAccount(limits)
  const request = ({ address, session }: Member, method: Method, part = '', body?: unknown) =>
    account.request(method, `${path}${part}`, callerToken({ address, identity: session }), body)
  /** The app's present code, which no earlier one is. */
  function codeOf(secret: string): string {
    account.passCodes(30_000)
    return authenticatorCode(secret, account.codeClock.now().getTime())
  }
  return {
    ...account,
    codeOf,
    ask: request,
    /** A session whose owner gave the password too long ago. */
    stale: (member: Member): Member => ({
      ...member,
      session: { ...member.session, verifiedAt: new Date(Date.now() - 16 * 60_000).toISOString() },
    }),
    /** A member whose app is on. */
    async guarded() {
      const member = await account.member()
      const { secret } = (await request(member, 'POST', '/totp')).body as { secret: string }
      const { body } = await request(member, 'POST', '/totp/confirm', { code: codeOf(secret) })
      return { ...member, secret, recoveryCodes: body.recoveryCodes as string[] }
    },
    /** The ticket of a right password. */
    ticketOf: async ({ email, address }: Member): Promise<string> =>
      (await account.logIn(email, password, address)).body.ticket,
    /** The second step of a login. */
    second: (ticket: string, code: string, address: string) =>
      account.post('login/second-factor', { ticket, code }, { address }),
  }
}
