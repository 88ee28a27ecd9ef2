import { ProblemBody } from '@utter/contracts/http/problem'
import { type Answer, Customer } from '@utter/testing/customers/customer'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { describe, expect, test } from 'vitest'

const { url } = ownPlatform()
const text = (length: number) => 'a'.repeat(length)

const customer = await Customer.signUp(url)
await (await testOperator()).setRate(customer.email, 10_000)

/** Every refusal has the same body, and its first sentence is the one that a person reads. */
function expectRefusal(answer: Answer, status: number, sentence?: string, field?: string): void {
  const body = ProblemBody.parse(answer.body)
  expect([answer.status, ...(sentence ? [body.error] : [])]).toEqual([status, ...(sentence ? [sentence] : [])])
  expect(body.requestId).toBe(answer.headers.get('x-request-id'))
  if (field) expect(body.details?.map((detail) => detail.field)).toContain(field)
}

const writes = ['/api/reply', '/api/tts', '/api/chat', '/api/auth/signup', '/api/auth/login', '/api/auth/update-email']
describe.each(writes)('%s', (path) => {
  test.each([
    ['broken JSON', '{"a":', 400, 'The request body is not valid JSON'],
    ['an empty body', '', 400, 'The body must be a JSON object'],
    ['a poisoned prototype', '{"__proto__":{"admin":true}}', 400, 'The field __proto__ is not allowed'],
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

test('a sign-up with a referral code that nobody has', async () => {
  const body = { username: 'somebody', email: 'somebody@example.com', password: 'a long password' }
  const answer = await new Customer(url).post('/api/auth/signup', { ...body, referralCode: 'NOBODYS' })
  expectRefusal(answer, 400, 'Invalid referral code', 'referralCode')
})

test('unknown fields are left out', async () => {
  const rich = await Customer.signUp(url, { subscriptionTier: 'enterprise', apiCallsLimit: -1 } as never)
  expect(rich.user).toMatchObject({ subscriptionTier: 'free', apiCallsLimit: 100 })
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
