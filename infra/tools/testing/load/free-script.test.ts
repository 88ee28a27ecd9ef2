import { randomUUID } from 'node:crypto'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { ReferralStats } from '@utter/contracts/http/referrals'
import { openRedis, whenReady } from '@utter/storage/redis'
import { createLog } from '@utter/telemetry/log'
import { askFrom } from '@utter/testing/customers/ask-from'
import { openVendor } from '@utter/testing/faults/vendor'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import { testRedisUrl } from '@utter/testing/setup/stores'
import type { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** An address of the script's own: another network than that of all other customers here. */
const script = '127.0.0.77'
const password = 'a long password'
const longest = 'Speak on and on, for nothing. '.repeat(70).slice(0, 2_000)

let account: Replica
let gateway: Replica
let redis: Redis
let vendor: Awaited<ReturnType<typeof openVendor>>
beforeAll(async () => {
  vendor = await openVendor()
  // The limits of production. A script pays for its proofs of work, however heavy: they are made with other tests.
  account = await startReplica('account', { SIGNUPS_PER_ADDRESS: '20', REFERRAL_NETWORK_HOURS: '24' })
  gateway = await startReplica('gateway', { ACCOUNT_URL: account.url, FREE_CALLS_PER_NETWORK: '300' })
  redis = openRedis(await testRedisUrl(), createLog('tests', 'warn'))
  await whenReady(redis)
})
afterAll(async () => {
  redis.disconnect()
  await vendor.close()
  await Promise.all([gateway, account].map((replica) => replica[Symbol.asyncDispose]()))
})

type Sent = { cookie?: string; body?: unknown; method?: string }
async function ask(path: string, { cookie, body, method = 'POST' }: Sent = {}) {
  const answer = await askFrom(script, new URL(path, gateway.url), {
    ...{ method, body, headers: cookie ? { cookie } : {} },
  })
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) }
}

type Robot = { cookie: string; email: string }
/** Undefined: no more accounts are made for now. */
async function signUp(email: string, referralCode?: string): Promise<Robot | undefined> {
  const username = `bot-${randomUUID().slice(0, 12)}`
  const body = { username, email, password, ...(referralCode && { referralCode }) }
  const { status, headers } = await ask('/api/auth/signup', { body })
  if (status === 429) return undefined
  expect(status).toBe(201)
  return { cookie: String(headers['set-cookie']?.[0]).split(';', 1)[0] ?? '', email }
}
const newEmail = () => `${randomUUID().slice(0, 12)}@example.com`
const speak = ({ cookie }: Robot, userText: string) =>
  ask('/api/tts', { cookie, body: { userText, requestId: randomUUID(), voiceId: 'default' } })
const remove = ({ cookie }: Robot) => ask('/api/auth/delete-account', { cookie, body: { password } })
async function meOf({ cookie }: Robot): Promise<UserView> {
  return (await ask('/api/auth/me', { method: 'GET', cookie })).body.user
}

/** A minute later: what ends within it has ended, and the rest is so much nearer to its end. */
async function passMinute(): Promise<void> {
  for (const pattern of ['rate:*', 'attempts:*'])
    for await (const keys of redis.scanStream({ match: pattern, count: 1_000 }))
      for (const key of keys as string[]) {
        const leftMs = await redis.pttl(key)
        if (leftMs > 60_000) await redis.pexpire(key, leftMs - 60_000)
        else if (leftMs > 0) await redis.del(key)
      }
}

test('a script that signs up, speaks, chats, refers, deletes itself and comes back for an hour gets three free accounts’ worth', async () => {
  const take = { accounts: 0, calls: 0, characters: 0, chats: 0, newQuotas: 0 }
  const referrer = await signUp(newEmail())
  if (!referrer) throw new Error('the script has no first account')
  const { referralCode } = await meOf(referrer)
  let present: Robot | undefined
  for (let minute = 0; minute < 60; minute++) {
    for (;;) {
      present ??= await signUp(newEmail(), referralCode ?? undefined)
      if (!present) break
      const { cookie } = present
      if ((await ask('/api/chat', { cookie, body: { message: 'Go on.' } })).status === 200) take.chats++
      const { status } = await speak(present, longest)
      if (status === 202) {
        take.calls++
        take.characters += longest.length
        continue
      }
      if (status === 429) break
      expect(status).toBe(402)
      take.accounts++
      // The quota anew, by the same mailbox.
      await remove(present)
      const again: Robot | undefined = await signUp(present.email)
      if (again && (await speak(again, longest)).status === 202) take.newQuotas++
      present = undefined
    }
    await passMinute()
  }
  console.log(`a script's hour: ${JSON.stringify(take)}`)
  expect(take.newQuotas).toBe(0)
  expect(take.chats).toBeGreaterThan(0)
  expect(take.calls + take.chats).toBeLessThanOrEqual(300)
  expect(take.characters).toBeLessThanOrEqual(600_000)
  const { body } = await ask('/api/referrals/stats', { method: 'GET', cookie: referrer.cookie })
  expect(body).toMatchObject({ referralCount: 0, bonusCallsEarned: 0 } satisfies Partial<ReferralStats>)
  for (const robot of [present, referrer]) if (robot) await remove(robot)
}, 300_000)
