import { ProblemBody } from '@utter/contracts/http/problem'
import { type Answer, Customer } from '@utter/testing/customers/customer'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { beforeAll, describe, expect, test } from 'vitest'

const { url } = ownPlatform()
const text = (length: number) => 'a'.repeat(length)
let customer: Customer

beforeAll(async () => {
  customer = await Customer.signUp(url)
  await (await testOperator()).setRate(customer.email, 10_000)
})

/** Every refusal has the same body, and its first sentence is the one that a person reads. */
function expectRefusal(answer: Answer, status: number, sentence?: string, field?: string): void {
  const body = ProblemBody.parse(answer.body)
  expect([answer.status, ...(sentence ? [body.error] : [])]).toEqual([status, ...(sentence ? [sentence] : [])])
  expect(body.requestId).toBe(answer.headers.get('x-request-id'))
  if (field) expect(body.details?.map((detail) => detail.field)).toContain(field)
}

const good = { userText: 'Hello.', requestId: 'r', voiceId: 'default' }
describe.each(['/api/reply', '/api/tts'])('%s', (path) => {
  test.each<[Record<string, unknown>, string, string]>([
    [{ userText: undefined }, 'userText', 'User text is required'],
    [{ userText: null }, 'userText', 'User text is required'],
    [{ userText: '' }, 'userText', 'User text is required'],
    [{ userText: ' \n ' }, 'userText', 'User text is required'],
    [{ userText: 7 }, 'userText', 'User text must be a string'],
    [{ userText: ['a'] }, 'userText', 'User text must be a string'],
    [{ requestId: '' }, 'requestId', 'Request ID is required'],
    [{ requestId: undefined }, 'requestId', 'Request ID is required'],
    [{ requestId: text(201) }, 'requestId', 'Request ID must be at most 200 characters'],
    [{ voiceId: undefined }, 'voiceId', 'Voice ID is required'],
    [{ sessionId: text(201) }, 'sessionId', 'Session ID must be at most 200 characters'],
    [{ webhookUrl: 'nonsense' }, 'webhookUrl', 'Webhook URL must be a valid URL'],
    [{ webhookUrl: 'ftp://example.com' }, 'webhookUrl', 'Webhook URL must be a valid URL'],
    [{ webhookUrl: `https://example.com/${text(500)}` }, 'webhookUrl', 'Webhook URL must be at most 500 characters'],
    [{ ttsSettings: { stability: 1.01 } }, 'ttsSettings.stability', 'stability must be between 0 and 1'],
    [{ ttsSettings: { style: -0.1 } }, 'ttsSettings.style', 'style must be between 0 and 1'],
    [
      { ttsSettings: { similarityBoost: '1' } },
      'ttsSettings.similarityBoost',
      'similarityBoost must be between 0 and 1',
    ],
    [{ ttsSettings: { speakerBoost: 1 } }, 'ttsSettings.speakerBoost', 'speakerBoost must be true or false'],
    [{ ttsSettings: 'loud' }, 'ttsSettings', 'ttsSettings must be an object'],
    [{ metadata: [] }, 'metadata', 'metadata must be an object'],
    [
      { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, i])) },
      'metadata',
      'metadata must have at most 50 keys',
    ],
    [{ metadata: { long: text(8_200) } }, 'metadata', 'metadata must be at most 8 KB'],
    [{ userText: { $ne: '' } }, 'userText.$ne', 'The field userText.$ne is not allowed'],
    [{ metadata: { a: { $where: '1' } } }, 'metadata.a.$where', 'The field metadata.a.$where is not allowed'],
  ])('%j: names %s', async (change, field, sentence) => {
    expectRefusal(await customer.post(path, { ...good, ...change }), 400, sentence, field)
  })

  test('a text that is too long is refused with its limit', async () => {
    const most = path === '/api/reply' ? 4_000 : 10_000
    expectRefusal(
      await customer.post(path, { ...good, userText: text(most + 1) }),
      400,
      `User text must be at most ${most} characters`,
      'userText',
    )
  })
})

const writes = ['/api/reply', '/api/tts', '/api/chat', '/api/auth/signup', '/api/auth/login', '/api/auth/update-email']
describe.each(writes)('%s', (path) => {
  test.each([
    ['broken JSON', '{"a":', 400, 'The request body is not valid JSON'],
    ['an empty body', '', 400, 'The request body is empty'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}', 400, 'The request body is not valid JSON'],
  ] as const)('%s', async (_name, raw, status, sentence) => {
    expectRefusal(
      await customer.request('POST', path, { raw, headers: { 'content-type': 'application/json' } }),
      status,
      sentence,
    )
  })

  test.each(['[]', '"text"', '7', 'null', 'true'])('%s in place of an object', async (raw) => {
    expectRefusal(await customer.request('POST', path, { raw }), 400)
  })

  test('ten megabytes', async () => {
    expectRefusal(
      await customer.request('POST', path, { raw: `{"a":"${text(10 * 1024 * 1024)}"}` }),
      413,
      'The request body is too large',
    )
  })

  test('ten megabytes without a content-length', async () => {
    const body = new Blob([`{"a":"${text(10 * 1024 * 1024)}"}`]).stream()
    const init = {
      method: 'POST',
      headers: { ...customer.headers, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    }
    const answer = await fetch(new URL(path, url), init as RequestInit)
    expectRefusal(
      { status: answer.status, headers: answer.headers, body: await answer.json() },
      413,
      'The request body is too large',
    )
  })

  test('something that is not JSON', async () => {
    expectRefusal(
      await customer.request('POST', path, {
        raw: 'a=b',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      415,
    )
  })
})

test.each<[Record<string, unknown>, string]>([
  [{ username: 'ab' }, 'Username must be at least 3 characters'],
  [{ username: undefined }, 'Username must be at least 3 characters'],
  [{ username: text(101) }, 'Username must be at most 100 characters'],
  [{ email: 'nonsense' }, 'Invalid email address'],
  [{ email: { $gt: '' } }, 'The field email.$gt is not allowed'],
  [{ password: 'short' }, 'Password must be at least 8 characters'],
  [{ password: text(129) }, 'Password must be at most 128 characters'],
  [{ referralCode: 'NOBODYS' }, 'Invalid referral code'],
])('sign-up with %j', async (change, sentence) => {
  const body = { username: 'somebody', email: 'somebody@example.com', password: 'a long password', ...change }
  expectRefusal(await new Customer(url).post('/api/auth/signup', body), 400, sentence)
})

test('sign-up with a name or an address that is taken, in whatever case', async () => {
  const { user } = customer
  const body = { username: 'Another name', email: 'another@example.com', password: 'a long password' }
  expectRefusal(
    await new Customer(url).post('/api/auth/signup', { ...body, username: user?.username.toUpperCase() }),
    409,
    'Username already taken',
  )
  expectRefusal(
    await new Customer(url).post('/api/auth/signup', { ...body, email: user?.email.toUpperCase() }),
    409,
    'Email already registered',
  )
})

test('unknown fields are left out', async () => {
  const rich = await Customer.signUp(url, { subscriptionTier: 'enterprise', apiCallsLimit: -1 } as never)
  expect(rich.user).toMatchObject({ subscriptionTier: 'free', apiCallsLimit: 100 })
})

test('lists: a limit, a status or a cursor that is none of ours', async () => {
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'status=done', 'cursor=abc', 'q=a&q=b']) {
    expectRefusal(await customer.get(`/api/jobs?${query}`), 400)
  }
})

test('an unknown path, a wrong method: a problem in JSON; an unknown page: the page, with 404', async () => {
  for (const [method, path] of [
    ['GET', '/api/nothing'],
    ['GET', '/api/jobs/x/y/z'],
    ['DELETE', '/api/stats'],
    ['GET', '/internal/accounts'],
  ] as const) {
    expectRefusal(await customer.request(method, path), 404)
  }
  const page = await new Customer(url).get('/nowhere')
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test('without a login every route of an account is a 401', async () => {
  const visitor = new Customer(url)
  for (const path of [
    '/api/auth/me',
    '/api/jobs',
    '/api/jobs/recent',
    '/api/jobs/1',
    '/api/stats',
    '/api/events',
    '/api/events/1',
    '/api/referrals/stats',
  ]) {
    expectRefusal(await visitor.get(path), 401, 'Not logged in')
  }
  expectRefusal(await visitor.post('/api/tts', good), 401, 'Not logged in')
})
