import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { openWebhooks } from '../support/open-webhooks.ts'

const notifier = await closedAfterAll(openWebhooks())

const path = '/api/notifications'
const at = (minute: number) => new Date(Date.UTC(2026, 2, 20, 12, minute)).toISOString()
const key = (name: string) => ({ kind: 'key-created', name }) as const

test('what the owner was told, newest first and once each, in pages, without what is only mailed', async () => {
  const { userId, token } = await notifier.account()
  const tell = (cause: string, minute: number, notice: object) =>
    notifier.handle('notice-made', userId, { cause, at: at(minute), notice })
  await tell('1', 1, key('one'))
  await tell('2', 2, { kind: 'email-verification' })
  await tell('3', 3, key('three'))
  await tell('3', 3, key('three'))
  await tell('4', 4, { kind: 'plan-changed', from: 'free', to: 'pro' })
  const first = await notifier.request('GET', `${path}?limit=2`, token)
  expect(first.body).toEqual({
    unseen: 3,
    notices: [
      {
        id: expect.stringMatching(/^ntc_[\w-]{24}$/),
        at: at(4),
        seenAt: null,
        notice: { kind: 'plan-changed', from: 'free', to: 'pro' },
      },
      { id: expect.any(String), at: at(3), seenAt: null, notice: key('three') },
    ],
  })
  const next = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))?.[1] ?? ''
  const second = await notifier.request('GET', next, token)
  expect(second.body.notices.map(({ notice }: { notice: unknown }) => notice)).toEqual([key('one')])
  expect(second.headers.link).toBeUndefined()
  const other = await notifier.account()
  expect((await notifier.request('GET', path, other.token)).body).toEqual({ unseen: 0, notices: [] })
})

test('a deleted account has nothing left, and is told nothing more but that', async () => {
  const { userId, token } = await notifier.account()
  await notifier.handle('notice-made', userId, { cause: '1', at: at(1), notice: key('one') })
  await notifier.request('PUT', '/api/settings/notifications', token, { body: { withoutMail: ['plan-changed'] } })
  await notifier.deleteAccount(userId)
  await notifier.handle('notice-made', userId, { cause: '2', at: at(2), notice: key('two') })
  const told = { cause: '3', at: at(3), to: 'ada@example.com', notice: { kind: 'account-deleted' } }
  await notifier.handle('notice-made', userId, told)
  const left = await notifier.mongo.connection.collection('notices').find({ userId }).toArray()
  expect(left.map(({ notice }) => notice.kind)).toEqual(['account-deleted'])
  expect(await notifier.choices.read(userId)).toBeNull()
})

test('401 without a session', async () => {
  expect((await notifier.request('GET', path, undefined)).status).toBe(401)
})
