import type { ReferralStats } from '@utter/contracts/http/referrals'
import { versionKey } from '@utter/contracts/settings'
import { openRedis, type RedisClient, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import { type Replica, startReplica } from '@utter/testing/setup/replica'
import { testRedisUrl } from '@utter/testing/setup/stores'
import { openVendor } from '@utter/testing/vendors/vendor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longestText, newEmail, openScript, passTime, type Robot, windows } from './support/script.ts'

let account: Replica
let gateway: Replica
let redis: RedisClient
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

/** A minute later on the same UTC day, however late it is. */
const passMinute = () => passTime(redis, 60_000, windows)

test('a script that signs up, speaks, chats, refers, deletes itself and comes back for an hour gets three free accounts’ worth', async () => {
  const { ask, signUp, speak, chat, remove, meOf } = openScript(gateway, '127.0.0.77')
  const take = { accounts: 0, calls: 0, characters: 0, chats: 0, newQuotas: 0 }
  const referrer = await signUp(newEmail())
  if (!referrer) throw new Error('the script has no first account')
  const { referralCode } = await meOf(referrer)
  let present: Robot | undefined
  for (let minute = 0; minute < 60; minute++) {
    for (;;) {
      present ??= await signUp(newEmail(), referralCode ?? undefined)
      if (!present) break
      if ((await chat(present, 'Go on.')).status === 200) take.chats++
      const { status } = await speak(present, longestText)
      if (status === 202) {
        take.calls++
        take.characters += longestText.length
        continue
      }
      if (status === 429) break
      expect(status).toBe(402)
      take.accounts++
      // The quota anew, by the same mailbox.
      await remove(present)
      const again: Robot | undefined = await signUp(present.email)
      if (again && (await speak(again, longestText)).status === 202) take.newQuotas++
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
})

/** Dollars: of a vendor's good voice for a character, and of gpt-4o-mini for a character that it is sent and for its longest reply. */
const price = { spoken: 0.1 / 1_000, sent: 0.15 / 1e6 / 4, reply: (0.6 / 1e6) * 300 }

test('the month of a script of one network costs each vendor less than a dollar: at a tenth of the bounds, less than a tenth', async () => {
  // A Redis of its own: the voices in it are a vendor's, and the month's counts are of nobody else.
  const url = new URL(await testRedisUrl())
  url.pathname = '/9'
  await using stack = new AsyncDisposableStack()
  const alone = openRedis(url.href, createLog('tests', 'warn'))
  stack.defer(() => alone.disconnect())
  await whenReady(alone)
  await alone.flushdb()
  await alone.set(versionKey('speech'), JSON.stringify({ default: 'elevenlabs/eleven_flash_v2_5/rachel/1' }))
  const own = { REDIS_URL: url.href }
  const replica = async (name: string, more: Record<string, string>) =>
    stack.use(await startReplica(name, { ...own, ...more }))
  const bounds = { FREE_VENDOR_CHARACTERS_PER_NETWORK: '800', FREE_CHAT_CHARACTERS_PER_NETWORK: '400000' }
  const [owner, jobs, model] = await Promise.all([
    replica('account', { SIGNUPS_PER_ADDRESS: '20' }),
    replica('jobs', bounds),
    replica('chat', bounds),
  ])
  const entrance = await replica('gateway', {
    ...{ ACCOUNT_URL: owner.url, JOBS_URL: jobs.url, CHAT_URL: model.url, FREE_CALLS_PER_NETWORK: '30' },
  })
  const { signUp, speak, chat, remove } = openScript(entrance, '127.0.0.78')
  const take = { accounts: 0, spoken: 0, chats: 0, sent: 0 }
  let present: Robot | undefined
  vendor.requests.splice(0)
  for (let day = 0; day < 30; day++) {
    for (let taken = -1; taken !== take.spoken + take.chats; ) {
      taken = take.spoken + take.chats
      present ??= await signUp(newEmail())
      if (!present) break
      const text = longestText.slice(0, 100)
      if ((await speak(present, text)).status === 202) take.spoken += text.length
      while ((await chat(present, longestText)).status === 200) take.chats++
      await passTime(alone, 60_000, windows)
    }
    if (present) {
      await remove(present)
      take.accounts++
    }
    present = undefined
    await passTime(alone, 24 * 3_600_000, ['rate:*', 'attempts:*', 'day:*'])
  }
  const messages = vendor.requests.flatMap(({ body }) => (body as { messages: { content: string }[] }).messages)
  take.sent = messages.reduce((sum, { content }) => sum + content.length, 0)
  const dollars = { voice: take.spoken * price.spoken, model: take.sent * price.sent + take.chats * price.reply }
  console.log(`a script's month at a tenth of the bounds: ${JSON.stringify({ ...take, dollars })}`)
  expect([take.spoken, take.chats]).toEqual([800, 125])
  expect(Math.max(dollars.voice, dollars.model)).toBeLessThan(0.1)
})
