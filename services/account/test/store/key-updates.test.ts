import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { expect, test } from 'vitest'
import type { ListedKey } from '../../src/domain/api-keys/listed-key.ts'
import { newUser, type User } from '../../src/domain/user.ts'
import { openUsers } from '../../src/store/users.ts'
import { anEntry } from '../support/an-entry.ts'

const mongo = await closedAfterAll(openDatabase('account-keys'))
const users = await openUsers(mongo.connection)

const now = new Date('2026-03-20T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const at = after(1_000)
const given = { username: 'Ada', email: 'ada@x.example', passwordHash: 'hash' }
const { unpublishedSince: _, ...account }: User = newUser('u', given, now)
const entry = anEntry('u', at)
const plain = { version: 2, updatedAt: at }
const audited = { ...plain, unrecorded: [entry], unpublishedSince: at }
const key = (id: string, more: Partial<ListedKey> = {}): ListedKey => ({
  id,
  hash: `hash of ${id}`,
  replaced: [],
  ...more,
})
const keys = (count: number) => Array.from({ length: count }, (_, index) => key(`k${index}`))
const settings = { name: 'my laptop', networks: ['10.0.0.0/8'], rate: 5, monthlyCap: 6, pausedAt: at }
const changed = key('k1', { settings: { name: 'before' } })
const next = { hash: 'new', replaced: [{ hash: 'hash of k1', until: at }] }

type Row = [string, Partial<User>, (own: User) => Promise<unknown>, object]
test.each<Row>([
  [
    'is added to 49',
    { apiKeys: keys(49) },
    () => users.addKey('u', key('k'), entry),
    { apiKeys: [...keys(49), key('k')], ...audited },
  ],
  ['is not added to 50', { apiKeys: keys(50) }, () => users.addKey('u', key('k'), entry), {}],
  [
    'has another secret in place of one, and what was changed of it stays',
    { apiKeys: [key('k0'), changed, key('k2')] },
    () => users.replaceSecret('u', 'hash of k1', next, entry),
    { apiKeys: [key('k0'), { ...changed, ...next }, key('k2')], ...audited },
  ],
  [
    'has no other secret in place of one that is gone',
    { apiKeys: keys(3) },
    () => users.replaceSecret('u', 'gone', next, entry),
    {},
  ],
  [
    'is changed',
    { apiKeys: [key('k0'), changed] },
    (own) => users.changeKey(own, 'k1', settings, entry),
    { apiKeys: [key('k0'), key('k1', { settings })], ...audited },
  ],
  [
    'is not changed where the account has changed since',
    { apiKeys: [key('k0'), changed] },
    (own) => users.changeKey({ ...own, version: 0 }, 'k1', settings, entry),
    {},
  ],
  [
    'that is none is not changed',
    { apiKeys: [key('k0'), changed] },
    (own) => users.changeKey(own, 'gone', settings, entry),
    {},
  ],
  [
    'is removed',
    { apiKeys: keys(3) },
    () => users.removeKey('u', 'k1', entry),
    { apiKeys: [key('k0'), key('k2')], ...audited },
  ],
  ['that is none is not removed', { apiKeys: keys(3) }, () => users.removeKey('u', 'gone', entry), {}],
  [
    'that has expired makes room',
    { apiKeys: [key('lasting'), key('over', { expiresAt: at }), key('valid', { expiresAt: after(1_001) })] },
    () => users.removeExpiredKeys('u', at),
    { apiKeys: [key('lasting'), key('valid', { expiresAt: after(1_001) })], ...plain },
  ],
  [
    'that is valid makes none',
    { apiKeys: [key('valid', { expiresAt: after(1_001) })] },
    () => users.removeExpiredKeys('u', at),
    {},
  ],
])('a key %s', async (_name, fields, act, expected) => {
  const different = { usernameKey: 'another', emailKey: 'another' }
  const tried = await tryBesideTwin(mongo.connection, 'users', { ...account, ...fields }, act, different)
  expect(tried.changed).toEqual(expected)
})
