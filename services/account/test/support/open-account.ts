import { randomUUID } from 'node:crypto'
import { standardPlans } from '@utter/contracts/plans'
import { createIdentityGuard, type Identity, identityHeader } from '@utter/http/identity'
import { systemClock } from '@utter/runtime/clock'
import { openMongo } from '@utter/storage/mongo'
import { openRedis, whenReady } from '@utter/storage/redis'
import { createLog } from '@utter/telemetry/log'
import { createTestIdentity } from '@utter/testing/identity'
import { inject } from 'vitest'
import '@utter/testing/setup/provided'
import { buildApp } from '../../src/app.ts'
import { createCredentials } from '../../src/credentials.ts'
import { openAttempts } from '../../src/store/attempts.ts'
import { openCredentialCache } from '../../src/store/credential-cache.ts'
import { openTokens } from '../../src/store/tokens.ts'
import { openUsers } from '../../src/store/users.ts'

export type Account = Awaited<ReturnType<typeof openAccount>>
export type Caller = { address: string; person?: Identity }

export const identity = createTestIdentity()
export const password = 'a long password'

/** An address of its own for each: counts in Redis outlive a test. */
export const anAddress = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
export const anEmail = () => `${randomUUID()}@example.com`

/** The real account service on real stores; jobs and referral are away, but for one code that is real. */
export async function openAccount(limits: Record<string, number> = {}) {
  const log = createLog('account', 'silent')
  const closing = new AsyncDisposableStack()
  const redis = openRedis(inject('backing').REDIS_URL, log)
  closing.defer(() => redis.disconnect())
  const mongo = await openMongo(inject('backing').MONGO_URL, `account-${randomUUID().slice(0, 8)}`, log)
  closing.defer(() => mongo.close())
  await whenReady(redis)
  const [users, tokens] = [await openUsers(mongo.connection), await openTokens(mongo.connection)]
  const plans = standardPlans
  const credentials = createCredentials({
    users,
    tokens,
    copies: openCredentialCache(redis),
    plans,
    clock: systemClock,
    log,
  })
  const app = buildApp(
    {
      users,
      credentials,
      attempts: openAttempts(redis),
      jobs: { usage: async () => undefined },
      referral: { isCode: async (code) => code === 'REAL' },
      relay: { soon: () => {} },
      guard: createIdentityGuard(identity.publicKeys, 'account'),
      plans,
      limits: {
        LOGIN_FAILURES_PER_NAME: 10,
        LOGIN_FAILURES_PER_ADDRESS: 100,
        SIGNUPS_PER_ADDRESS: 20,
        ...limits,
      },
      clock: systemClock,
    },
    log,
  )
  closing.defer(() => app.close())
  const [gateway, operator] = [identity.signer('gateway'), identity.signer('operator')]
  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, header: string, body?: unknown) => {
    const { statusCode, headers, payload } = await app.inject({
      method,
      url,
      headers: { [identityHeader]: header, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return { status: statusCode, headers, body: payload === '' ? undefined : JSON.parse(payload) }
  }
  const post = (path: string, body: unknown, caller: Caller) =>
    ask('POST', `/api/auth/${path}`, gateway.caller('account', caller), body)
  return {
    app,
    users,
    tokens,
    credentials,
    redis,
    post,
    internal: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
      ask(method, path, operator.internal('account'), body),
    logIn: (email: string, given: string, address: string, person?: Identity) =>
      post('login', { email, password: given }, { address, ...(person && { person }) }),
    signUp: (address: string, more: Record<string, unknown> = {}) =>
      post('signup', { username: `user-${randomUUID()}`, email: anEmail(), password, ...more }, { address }),
    /** Who a session that an answer handed over stands for. */
    async person(userId: string): Promise<Identity> {
      const [newest] = (await tokens.ofUser(userId)).filter(({ kind }) => kind === 'session')
      const user = await users.read(userId)
      if (!newest || !user) throw new Error('there is no session')
      return {
        userId,
        tier: 'free',
        signedUpAt: user.createdAt.toISOString(),
        sessionId: newest.id,
        scopes: newest.scopes,
      }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

/** How often each status came. */
export const countOf = (answers: { status: number }[], status: number): number =>
  answers.filter((answer) => answer.status === status).length
