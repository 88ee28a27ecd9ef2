import { randomUUID } from 'node:crypto'
import { type Caller, createIdentityGuard, type Identity, identityHeader } from '@utter/http/identity'
import { openMongo } from '@utter/storage/mongo'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import { openFirstJobs } from '../../src/store/first-jobs.ts'
import { openMembers } from '../../src/store/members.ts'

export type Referral = Awaited<ReturnType<typeof openReferral>>
export const now = new Date('2026-03-20T12:00:00Z')

const identity = createTestIdentity()
const [gateway, account] = [identity.signer('gateway'), identity.signer('account')]
const address = '10.0.0.1'
const caller = (userId: string, more: Partial<Identity> = {}): Caller => ({
  address,
  person: { userId, tier: 'free', signedUpAt: now.toISOString(), sessionId: 's', scopes: ['usage:read'], ...more },
})
/** Tokens as the gateway and account sign them for referral. */
export const tokens = {
  visitor: gateway.caller('referral', { address }),
  session: (userId: string) => gateway.caller('referral', caller(userId)),
  key: (userId: string, scopes: Identity['scopes']) =>
    gateway.caller('referral', caller(userId, { keyId: randomUUID(), scopes })),
  account: account.internal('referral'),
}

type Row = [caller: string, token: string | undefined]
const noCaller: Row[] = [
  ['no token', undefined],
  ['a token that is none', 'nonsense'],
  ['a token by another key', createTestIdentity().signer('gateway').caller('referral', caller(randomUUID()))],
  ['a token for another service', gateway.caller('billing', caller(randomUUID()))],
  ['a caller of another signer', account.caller('referral', caller(randomUUID()))],
]
/** Callers that a route refuses with 401, by the kind of the route. */
export const refused = {
  account: [...noCaller, ['a visitor', tokens.visitor], ['a process', tokens.account]] as Row[],
  internal: [
    ...noCaller,
    ['a person', tokens.session(randomUUID())],
    ['the operator', identity.signer('operator').internal('referral')],
    ['account, for another service', account.internal('jobs')],
  ] as Row[],
}

/** The real referral service on real stores. */
export async function openReferral(mongoUrl = inject('backing').MONGO_URL) {
  const log = createLog('referral', 'silent')
  const closing = new AsyncDisposableStack()
  const mongo = await openMongo(mongoUrl, `referral-${randomUUID().slice(0, 8)}`, log)
  closing.defer(() => mongo.close())
  const [members, firstJobs] = [await openMembers(mongo.connection), await openFirstJobs(mongo.connection)]
  const app = buildApp(
    {
      members,
      firstJobs,
      relay: { soon: () => {} },
      clock: { now: () => now },
      guard: createIdentityGuard(identity.publicKeys, 'referral'),
      publicUrl: 'https://utter.example',
    },
    log,
  )
  closing.defer(() => app.close())
  return {
    members,
    /** A member with so many friends who count. */
    async member(friends = 0) {
      const member = await members.begin(randomUUID(), `${randomUUID()}@x.example`, undefined, now)
      if (!member) throw new Error('the account is a member already')
      for (let i = 0; i < friends; i++) await members.bring(member._id, randomUUID(), now)
      return member
    },
    async get(url: string, token: string | undefined) {
      const headers = token === undefined ? {} : { [identityHeader]: token }
      const answer = await app.inject({ method: 'GET', url, headers })
      return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
