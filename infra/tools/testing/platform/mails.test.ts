import { randomUUID } from 'node:crypto'
import type { NoticeList } from '@utter/contracts/http/notices/views'
import type { WebhookMessage } from '@utter/contracts/http/webhooks'
import { Customer } from '@utter/testing/customers/customer'
import { signUpOnPlan } from '@utter/testing/customers/on-plan'
import { eventually } from '@utter/testing/eventually'
import { openWebhookReceiver } from '@utter/testing/faults/webhook-receiver'
import { type KeptMail, keptMails } from '@utter/testing/kept-mails'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const password = 'a long password'

const mailsTo = (email: string) => keptMails(dataDir, email)
/** The mails to an address, once there are so many. */
const mails = (email: string, count: number) =>
  eventually(`${count} mails to ${email}`, async () => {
    const found = await mailsTo(email)
    return found.length >= count && found
  })
/** The link of a mail, which is on the platform. */
function linkIn({ text }: KeptMail, path: string): URL {
  const link = text.split(/\s+/).find((word) => word.startsWith(`${url}${path}`))
  if (!link) throw new Error(`no link to ${path} in: ${text}`)
  return new URL(link)
}
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject).sort()

test('an address is verified by the link of the first mail, once', async () => {
  const owner = await Customer.signUp(url)
  const { email } = owner
  const [mail] = await mails(email, 1)
  expect(mail?.subject).toBe('Verify your email address')
  const token = mail && linkIn(mail, '/verify-email').searchParams.get('token')
  const anybody = new Customer(url)
  expect((await anybody.post('/api/auth/verify-email', { token })).status).toBe(200)
  expect((await anybody.post('/api/auth/verify-email', { token })).status).toBe(400)
  const me = (await owner.get('/api/auth/me')).body as { user: { emailVerifiedAt: string } }
  expect(Date.parse(me.user.emailVerifiedAt)).toBeGreaterThan(0)
})

test('a forgotten password is replaced by the link of a mail, and the owner is told of it', async () => {
  const owner = await Customer.signUp(url)
  const { email } = owner
  const anybody = new Customer(url)
  const sentences = await Promise.all(
    [email, `${randomUUID()}@example.com`].map(
      async (one) => (await anybody.post('/api/auth/forgot-password', { email: one })).body,
    ),
  )
  expect(sentences[0]).toEqual(sentences[1])
  const found = (await mails(email, 2)).find(({ subject }) => subject === 'Set a new password')
  const token = found && linkIn(found, '/login').searchParams.get('reset')
  const newPassword = `${password} anew`
  expect((await anybody.post('/api/auth/reset-password', { token, password: newPassword })).status).toBe(200)
  expect((await anybody.post('/api/auth/login', { email, password: newPassword })).status).toBe(200)
  await eventually('the owner is told', async () => (await subjects(email)).includes('Your password was changed'))
})

test('an owner learns by mail, list, stream and webhook of the same things, each once; a click in a mail turns its kind off', async () => {
  await using receiver = await openWebhookReceiver()
  const owner = await signUpOnPlan(url, 'creator')
  const { email } = owner
  const set = { body: { webhookUrl: receiver.url } }
  expect((await owner.request('PUT', '/api/settings/webhook', set)).status).toBe(200)
  const streamed: unknown[] = []
  let isOver = false
  const stream = await owner.open('/api/events', {
    named: true,
    enough: (events) => {
      streamed.splice(0, streamed.length, ...events.filter(({ event }) => event === 'notice'))
      return isOver
    },
  })
  await owner.post('/api/keys', { name: 'CI', scopes: ['jobs:read'] })
  const told = await eventually('the mail has come', async () =>
    (await mailsTo(email)).find(({ subject }) => subject === 'API key “CI” was made'),
  )
  await eventually('the stream has it', () => streamed.length > 0)
  await eventually('the webhook has it', () => receiver.requests.length > 0)
  const list = (await owner.get('/api/notifications')).body as NoticeList
  expect(list.notices.map(({ notice }) => notice)).toEqual([
    { kind: 'key-created', name: 'CI' },
    { kind: 'plan-changed', from: 'free', to: 'creator' },
  ])
  expect(list.unseen).toBe(2)
  const messages = receiver.requests.map(({ body }) => JSON.parse(body) as WebhookMessage)
  expect(messages).toMatchObject([
    {
      type: 'account.key_created',
      data: { noticeId: list.notices[0]?.id, notice: { kind: 'key-created', name: 'CI' } },
    },
  ])
  isOver = true
  await owner.post('/api/keys', { name: 'last', scopes: ['jobs:read'] })
  await stream.over

  const [unsubscribe = ''] = /<([^>]+)>/.exec(told.headers['list-unsubscribe'] ?? '')?.slice(1) ?? []
  const answer = await fetch(unsubscribe, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect([answer.status, await answer.json()]).toEqual([200, { message: 'You get no more mails of this kind' }])
  const settings = (await owner.get('/api/settings/notifications')).body as {
    kinds: { kind: string; isMailed: boolean }[]
  }
  expect(settings.kinds.filter(({ isMailed }) => !isMailed).map(({ kind }) => kind)).toEqual(['key-created'])
})

test('the owner of a free account hears at 80 and at 100 % of its calls', async () => {
  const owner = await Customer.signUp(url)
  const { email } = owner
  const operator = await testOperator()
  // A text that was spoken before costs no call.
  const submit = (userText: string) => owner.post('/api/tts', { userText, requestId: randomUUID(), voiceId: 'joe' })
  await operator.setCalls(email, 79)
  await submit('Hello.')
  await eventually('80 %', async () => (await subjects(email)).includes('80 % of your calls are used'))
  await operator.setCalls(email, 99)
  await submit('Good evening.')
  await eventually('100 %', async () => (await subjects(email)).includes('All calls of this period are used'))
})

test('a deleted account is told so, and a new address is told to the one before', async () => {
  const owner = await Customer.signUp(url)
  const [before, after] = [owner.email, `${randomUUID()}@example.com`]
  expect((await owner.post('/api/auth/update-email', { newEmail: after, password })).status).toBe(200)
  await eventually('the one before is told', async () =>
    (await subjects(before)).includes('Your email address was changed'),
  )
  await eventually('the new one is to be verified', async () =>
    (await subjects(after)).includes('Verify your email address'),
  )
  expect((await owner.post('/api/auth/delete-account', { password })).status).toBe(202)
  await eventually('the end is told', async () => (await subjects(after)).includes('Your account was deleted'))
})
