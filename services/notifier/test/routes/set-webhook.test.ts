import type { LookupAddress } from 'node:dns'
import { standardPlans } from '@utter/contracts/plans'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid, notLoggedIn, problem } from '@utter/testing/problems'
import { describe, expect, test } from 'vitest'
import { openReceiver } from '../support/open-receiver.ts'
import { openWebhooks } from '../support/open-webhooks.ts'

/** The addresses of names. */
const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:2800:220:1::1'],
  'inside.example': ['127.0.0.1'],
  'half.example': ['93.184.216.34', '10.0.0.7'],
  'metadata.example': ['169.254.169.254'],
  'mapped.example': ['::ffff:10.0.0.1'],
}
const resolve = async (name: string): Promise<LookupAddress[]> =>
  (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

const webhooks = await closedAfterAll(openWebhooks({ allowPrivate: false, allowPlain: false, resolve }))

const set = (token: string | undefined, webhookUrl: unknown) =>
  webhooks.request('PUT', '/api/settings/webhook', token, { body: { webhookUrl } })
const url = 'https://public.example/hook'
const statesOf = (userId: string) =>
  webhooks.published
    .filter((one) => one.userId === userId && one.event.type === 'webhook-state')
    .map(({ version, data }) => [version, (data as { webhookUrl: string | null }).webhookUrl])

test('200: the address, with its secret the first time alone; its state is published', async () => {
  const { token, userId } = await webhooks.account()
  const first = await set(token, url)
  expect(first).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } })
  expect(first.body).toEqual({ webhookUrl: url, secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })
  expect((await set(token, `${url}/2`)).body).toEqual({ webhookUrl: `${url}/2` })
  expect((await set(token, null)).body).toEqual({ webhookUrl: null })
  expect((await set(token, url)).body).toEqual({ webhookUrl: url })
  const states = [url, `${url}/2`, null, url]
  expect(statesOf(userId)).toEqual(states.map((state, index) => [index + 1, state]))
})

test('200: the same address again changes nothing', async () => {
  const { token, userId } = await webhooks.account(url)
  await webhooks.endpoints.outbox.markPublished([(await webhooks.endpoints.read(userId)) ?? ({} as never)])
  const before = await webhooks.endpoints.read(userId)
  expect((await set(token, url)).body).toEqual({ webhookUrl: url })
  expect(await webhooks.endpoints.read(userId)).toEqual(before)
})

test('200: twenty at once make one secret, and only its own answer has it', async () => {
  const { token, userId } = await webhooks.account()
  const answers = await Promise.all(Array.from({ length: 20 }, () => set(token, url)))
  const { secret = '' } = (await webhooks.endpoints.read(userId)) ?? {}
  expect(answers.flatMap(({ body }) => body.secret ?? [])).toEqual([webhooks.sealed.open(userId, secret)])
})

test('the plans say which of them have webhooks, also when it comes to delivering', async () => {
  const plans = standardPlans.map((plan) => ({ ...plan, webhooks: plan.name === 'free' }))
  await using own = await openWebhooks({ plans })
  await using receiver = await openReceiver()
  const [free, pro] = [await own.account(receiver.url, 'free'), await own.account()]
  expect(await own.setUrl(pro.token, receiver.url)).toMatchObject({ status: 403, body: { code: 'plan_required' } })
  await own.delivery(free.userId, await own.finish(free.userId), ({ status }) => status === 'delivered')
})

test.each([`https://public.example:1024/hook`, 'https://public.example:80/hook', 'https://public.example:443/hook'])(
  '200: %s',
  async (webhookUrl) => {
    const { token } = await webhooks.account()
    expect((await set(token, webhookUrl)).body).toMatchObject({ webhookUrl })
  },
)

test('200: a name that cannot be resolved at the moment', async () => {
  const { token } = await webhooks.account()
  expect((await set(token, 'https://later.example/')).status).toBe(200)
})

describe('400: Webhook URL must be a public address', () => {
  test.each([
    'http://127.0.0.1:6379/',
    'http://127.1/',
    'http://0x7f000001/',
    'http://2130706433/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://168.63.129.16/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a00:1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[ff02::1]/',
    'http://localhost:3000/',
    'http://metadata.google.internal/',
    'http://mongo/',
    'https://inside.example/',
    'https://half.example/',
    'https://metadata.example/',
    'https://mapped.example/',
  ])('%s', async (webhookUrl) => {
    const { token, userId } = await webhooks.account()
    expect(await set(token, webhookUrl)).toMatchObject(invalid('webhookUrl', 'Webhook URL must be a public address'))
    expect(await webhooks.endpoints.read(userId)).not.toHaveProperty('url')
  })
})

const otherPort = 'Webhook URL must have the port 80, 443, or one from 1024 on'
test.each([
  ['http://public.example/hook', 'Webhook URL must begin with https:'],
  ['https://public.example:25/', otherPort],
  ['https://public.example:1023/', otherPort],
  ['nonsense', 'Webhook URL must be a valid URL'],
  ['ftp://public.example', 'Webhook URL must be a valid URL'],
  ['https://a:b@public.example', 'Webhook URL must not hold a user name or a password'],
  [`https://public.example/${'x'.repeat(500)}`, 'Webhook URL must be at most 500 characters'],
  [7, 'Webhook URL must be a valid URL'],
  [undefined, 'Webhook URL must be a valid URL'],
])('400: %j', async (webhookUrl, message) => {
  const { token } = await webhooks.account()
  expect(await set(token, webhookUrl)).toMatchObject(invalid('webhookUrl', message))
})

test('403 on the free plan, which may take one away', async () => {
  const { token } = await webhooks.account(undefined, 'free')
  expect(await set(token, url)).toMatchObject(problem(403, 'Webhooks are available on paid plans', 'plan_required'))
  expect(await set(token, null)).toMatchObject({ status: 200, body: { webhookUrl: null } })
})

test('401 for a deleted account whose session is still known', async () => {
  const { token, userId } = await webhooks.account(url)
  await webhooks.deleteAccount(userId)
  expect(await set(token, url)).toMatchObject(notLoggedIn)
  expect(await webhooks.endpoints.read(userId)).toBeNull()
})
