import { createHmac } from 'node:crypto'
import { verifyWebhook, WebhookError } from '@utter/client/verify-webhook'
import { expect, test } from 'vitest'

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const now = new Date('2026-03-20T12:00:00Z')
const message = { type: 'webhook.test', timestamp: '2026-03-20T12:00:00.000Z', data: { message: 'Grüße' } }
const body = JSON.stringify(message)

function sign(key: string, id: string, timestamp: string, text: string): string {
  const bytes = Buffer.from(key.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', bytes).update(`${id}.${timestamp}.${text}`).digest('base64')}`
}
function headersAt(at: Date, key = secret, text = body) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(key, 'msg_1', timestamp, text),
  }
}
const seconds = (count: number) => new Date(now.getTime() + count * 1_000)

test('a good signature gives the message, from either kind of headers', async () => {
  expect(await verifyWebhook(body, headersAt(now), secret, now)).toEqual(message)
  expect(await verifyWebhook(body, new Headers(headersAt(now)), secret, now)).toEqual(message)
  const lists = Object.fromEntries(Object.entries(headersAt(now)).map(([name, value]) => [name, [value, 'another']]))
  expect(await verifyWebhook(body, lists, secret, now)).toEqual(message)
})

test('a finished job has the fields of the contract; those that it does not name are left out', async () => {
  const data = {
    jobId: 'd1f6a9b0-6a6e-4a5b-9d0f-0f4f6f0c7a11',
    requestId: 'r-1',
    sessionId: 'default',
    status: 'completed',
    audioUrl: 'https://utter.example/audio/1.mp3',
    cached: false,
    createdAt: '2026-03-20T11:59:58.000Z',
    completedAt: '2026-03-20T12:00:00.000Z',
  }
  const finished = { type: 'job.completed', timestamp: '2026-03-20T12:00:00.000Z', data }
  const sent = JSON.stringify({ ...finished, data: { ...data, later: 1 } })
  expect(await verifyWebhook(sent, headersAt(now, secret, sent), secret, now)).toEqual(finished)
})

test('a message of a kind that came later is good, and undefined', async () => {
  const later = '{"type":"job.moved","data":{}}'
  expect(await verifyWebhook(later, headersAt(now, secret, later), secret, now)).toBeUndefined()
})

test("the example of Standard Webhooks' own documentation is good", async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  await verifyWebhook('{"test": 2432232314}', headers, other, new Date(1_614_265_330_000))
})

test('while a secret is rotated either signature and either secret will do', async () => {
  const headers = headersAt(now)
  const both = {
    ...headers,
    'webhook-signature': `${headersAt(now, other)['webhook-signature']} ${headers['webhook-signature']}`,
  }
  for (const one of [secret, other, [other, secret]]) await verifyWebhook(body, both, one, now)
  await verifyWebhook(body, headers, [other, secret], now)
})

test.each([
  ['another body', `${body} `, headersAt(now), now],
  ['another secret', body, headersAt(now, other), now],
  ['another id', body, { ...headersAt(now), 'webhook-id': 'msg_2' }, now],
  ['another time', body, { ...headersAt(now), 'webhook-timestamp': '1774008001' }, now],
  ['a message of five minutes and a second ago', body, headersAt(now), seconds(301)],
  ['a message from the future', body, headersAt(now), seconds(-301)],
  ['no headers', body, {}, now],
  ['a time that is none', body, { ...headersAt(now), 'webhook-timestamp': 'now' }, now],
  ['a signature that is no base64', body, { ...headersAt(now), 'webhook-signature': 'v1,?' }, now],
  [
    'another version of it',
    body,
    { ...headersAt(now), 'webhook-signature': `v2,${headersAt(now)['webhook-signature'].slice(3)}` },
    now,
  ],
])('%s is refused', async (_name, text, headers, at) => {
  await expect(verifyWebhook(text, headers, secret, at)).rejects.toThrow(WebhookError)
})

test('a message of five minutes ago is still good', async () => {
  await verifyWebhook(body, headersAt(now), secret, seconds(300))
})

test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('a message without %s is refused', async (name) => {
  const headers = { ...headersAt(now), [name]: undefined }
  await expect(verifyWebhook(body, headers, secret, now)).rejects.toThrow('The headers of a webhook are missing')
})

test('a message that is signed with no valid time is refused: it would never be too old', async () => {
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': 'now',
    'webhook-signature': sign(secret, 'msg_1', 'now', body),
  }
  await expect(verifyWebhook(body, headers, secret, now)).rejects.toThrow('The time of the message is not valid')
})

test('a secret that is no base64 is an error of the program, not of the message', async () => {
  await expect(verifyWebhook(body, headersAt(now), 'whsec_?', now)).rejects.toThrow('The secret of a webhook is base64')
})
