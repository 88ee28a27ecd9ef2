import { existsSync } from 'node:fs'
import { topics } from '@utter/contracts/topics'
import { Customer, jobIdOf } from '@utter/testing/customers/customer'
import { eventually } from '@utter/testing/eventually'
import { arm } from '@utter/testing/faults/failpoints'
import { openMessages } from '@utter/testing/faults/messages'
import { leftOfDeleted } from '@utter/testing/invariants/deleted-account'
import { testOperator } from '@utter/testing/setup/operator'
import { ownPlatform } from '@utter/testing/setup/provided'
import { testStores } from '@utter/testing/setup/stores'
import { expect, test } from 'vitest'

const { url } = ownPlatform()
const password = 'a long password'

/** Each process dies once while it has its part in the deletion. */
const deaths = {
  account: 'account-deleted',
  jobs: 'ends-published',
  chat: 'handled',
  speech: 'handled',
  billing: 'handled',
  referral: 'handled',
  notifier: 'handled',
}

test('an account with jobs at every stage is deleted though each process dies meanwhile; nothing is left, and its name is free', async () => {
  const owner = await Customer.signUp(url)
  const { id: userId = '', username = '', email = '' } = owner.user ?? {}
  const operator = await testOperator()
  await operator.setPlan(email, 'pro')
  await operator.setRate(email, 100_000)
  const text = `Nobody is to find ${userId.slice(0, 8)} again.`
  const first = jobIdOf(await owner.speak(text))
  expect((await owner.finished(first)).status).toBe('completed')
  const others = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const body = { userText: text, requestId: `r${index}`, voiceId: 'default', sessionId: 'talk' }
      return jobIdOf(await owner.post(index % 2 ? '/api/tts' : '/api/reply', body))
    }),
  )
  const { referralCode } = ((await owner.get('/api/auth/me')).body as { user: { referralCode: string | null } }).user

  const armed = Object.entries(deaths).map(([name, failpoint]) => arm(name, failpoint))
  // Account dies before it answers.
  expect((await owner.post('/api/auth/delete-account', { password })).status).toBeGreaterThanOrEqual(500)
  await eventually('each has died where it should', () => armed.every((file) => !existsSync(file)))

  const stores = await testStores()
  const deleted = {
    userId,
    names: [username, email, text, ...(referralCode ? [referralCode] : [])],
    jobIds: [first, ...others],
  }
  await eventually(
    'nothing of the account is left',
    async () => {
      const left = await leftOfDeleted(deleted, stores)
      if (left.length > 0) throw new Error([...new Set(left)].join('\n'))
      return true
    },
    150_000,
  )
  const messages = await openMessages()
  const states = (await messages.ofAccount(userId)).filter(({ topic }) => topics[topic]?.compacted)
  await messages.close()
  // In the order of their offsets: what compaction leaves is the last of each topic.
  const last = new Map(states.map(({ topic, value }) => [topic, value ?? '']))
  expect([...last.keys()].sort()).toEqual(['account.state', 'billing.state', 'referral.state'])
  for (const state of last.values()) for (const name of deleted.names) expect(state).not.toContain(name)
  expect((await owner.get('/api/auth/me')).status).toBe(401)
  const again = await Customer.signUp(url, { username, email })
  expect(again.user?.id).not.toBe(userId)
})
