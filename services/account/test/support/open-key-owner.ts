import { credentialKey, revokedMark } from '@utter/contracts/credential'
import type { CreatedApiKey } from '@utter/contracts/http/account/api-keys'
import { problem } from '@utter/testing/problems'
import { expect } from 'vitest'
import { hashOf } from '../../src/domain/tokens.ts'
import { callerToken } from './callers.ts'
import { type Account, type Method, openAccount } from './open-account.ts'

export type Member = Awaited<ReturnType<Account['member']>>
export type KeyOwner = Awaited<ReturnType<typeof openKeyOwner>>

export const noSuchKey = problem(404, 'API key not found', 'key_not_found')
export const newKey = (change: Record<string, unknown> = {}) => ({
  name: 'my laptop',
  scopes: ['jobs:read'],
  ...change,
})
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** The account service with a member who has API keys, as the member and as the gateways see them. */
export async function openKeyOwner() {
  const account = await openAccount()
  const member = await account.member()
  const request = (who: Member, method: Method, path: string, body?: unknown) =>
    account.request(method, path, callerToken({ address: who.address, identity: who.session }), body)
  return {
    ...account,
    owner: member,
    newMember: account.member,
    request,
    async make(who: Member, change: Record<string, unknown> = {}): Promise<CreatedApiKey> {
      const { status, body } = await request(who, 'POST', '/api/keys', newKey(change))
      expect(status).toBe(201)
      return body
    },
    list: async (who: Member): Promise<CreatedApiKey[]> => (await request(who, 'GET', '/api/keys')).body,
    change: (who: Member, id: string, body: unknown) => request(who, 'PUT', `/api/keys/${id}`, body),
    /** A session whose owner gave the password too long ago. */
    stale: (who: Member): Member => ({
      ...who,
      session: { ...who.session, verifiedAt: new Date(Date.now() - 16 * 60_000).toISOString() },
    }),
    reroll: (who: Member, id: string, body?: unknown) => request(who, 'POST', `/api/keys/${id}/reroll`, body),
    revoke: (who: Member, id: string) => request(who, 'DELETE', `/api/keys/${id}`),
    /** The credential of a key, or null: as a gateway asks for it. */
    resolve: (key: string) => account.credentials.resolve(hashOf(key)),
    /** Stores a key as the version before deletion had a scope of its own did. */
    asOfBefore: (key: string) => account.unset('tokens', hashOf(key), 'addedScopes'),
    isMarked: async (key: string) => (await account.redis.get(credentialKey(hashOf(key)))) === revokedMark,
  }
}
