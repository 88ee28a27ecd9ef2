import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { hashOf } from '../../../src/domain/tokens.ts'
import { anEmail, openAccount } from '../../support/open-account.ts'

const account = await closedAfterAll(openAccount())

const ask = (userId: string, body: object) =>
  account.internal('POST', `/internal/accounts/${userId}/mail-recipient`, body, 'notifier')
const outdated = problem(404, 'Not the address of this account', 'recipient_changed')

test('200: the present address and name', async () => {
  const { userId, email, username } = await account.member()
  const { status, body, headers } = await ask(userId, {})
  expect([status, body, headers['cache-control']]).toEqual([200, { email, username }, 'no-store'])
})

test.each([
  ['password-forgotten', 'passwordReset', /^https:\/\/utter\.example\/login\?reset=([\w-]{43})$/, 3_600_000],
  [
    'email-verification',
    'emailVerification',
    /^https:\/\/utter\.example\/verify-email\?token=([\w-]{43})$/,
    86_400_000,
  ],
] as const)(
  '200: a link for %s, of which only the hash is kept; the next one takes its place',
  async (link, field, form, ms) => {
    const { userId, email } = await account.member()
    const tokens: string[] = []
    for (let count = 0; count < 2; count++) {
      const { body } = await ask(userId, { link, email: email.toUpperCase() })
      const token = form.exec(body.link)?.[1] ?? ''
      const user = await account.users.read(userId)
      expect(user?.[field]?.hash).toBe(hashOf(token))
      expect(JSON.stringify(user)).not.toContain(token)
      const left = (user?.[field]?.expiresAt.getTime() ?? 0) - Date.now()
      expect(left).toBeGreaterThan(ms - 60_000)
      expect(left).toBeLessThanOrEqual(ms)
      tokens.push(token)
    }
    expect(new Set(tokens).size).toBe(2)
  },
)

test('404: another address by now, a verified one, and a deleted account', async () => {
  const { userId, email } = await account.member()
  expect(await ask(userId, { link: 'email-verification', email: anEmail() })).toMatchObject(outdated)
  const { body } = await ask(userId, { link: 'email-verification', email })
  const token = new URL(body.link).searchParams.get('token')
  await account.post('verify-email', { token }, { address: '10.0.0.1' })
  expect(await ask(userId, { link: 'email-verification', email })).toMatchObject(outdated)
  expect(await ask(randomUUID(), {})).toMatchObject(outdated)
})
