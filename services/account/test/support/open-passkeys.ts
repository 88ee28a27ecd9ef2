import type { PasskeyRow } from '@utter/contracts/http/account/second-factor'
import { problem } from '@utter/testing/problems'
import { createSoftPasskey, type SoftPasskey } from '@utter/testing/soft-passkey'
import { callerToken } from './callers.ts'
import { type Account, type Method, openAccount, publicUrl } from './open-account.ts'

export const invalidPasskey = problem(401, 'This passkey is not valid for the account', 'invalid_passkey')
export const noSuchPasskey = problem(404, 'Passkey not found', 'passkey_not_found')

type Member = Awaited<ReturnType<Account['member']>>

/** The account service with people who have passkeys. */
export async function openPasskeys(limits: Record<string, number> = {}) {
  const account = await openAccount(limits)
  const ask = ({ address, session }: Member, method: Method, path: string, body?: unknown) =>
    account.request(method, `/api/auth/${path}`, callerToken({ address, identity: session }), body)
  const add = async (member: Member, passkey: SoftPasskey, name?: string) =>
    ask(member, 'POST', 'passkeys', {
      passkey: passkey.create((await ask(member, 'POST', 'passkeys/options')).body),
      ...(name && { name }),
    })
  const loginOptions = async (address: string) => (await account.post('login/passkey/options', {}, { address })).body
  return {
    ...account,
    ask,
    add,
    loginOptions,
    /** A member with a passkey, and its row. */
    async withPasskey() {
      const [member, passkey] = [await account.member(), createSoftPasskey(publicUrl)]
      const row = (await add(member, passkey, 'My phone')).body as PasskeyRow
      return { ...member, passkey, row }
    },
    signIn: async (passkey: SoftPasskey, address: string) =>
      account.post('login/passkey', { passkey: passkey.get(await loginOptions(address)) }, { address }),
    /** The answer of a passkey in place of the password. */
    proofOf: async (member: Member, passkey: SoftPasskey) =>
      passkey.get((await ask(member, 'POST', 'verify-passkey/options')).body),
  }
}
