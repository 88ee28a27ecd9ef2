import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { describe, expect, test } from 'vitest'
import { newUser, type User } from '../../src/domain/user.ts'
import { openUsers } from '../../src/store/users.ts'
import { anEntry } from '../support/an-entry.ts'

const mongo = await closedAfterAll(openDatabase('account-updates'))
const users = await openUsers(mongo.connection)

const now = new Date('2026-03-20T12:00:00Z')
const after = (ms: number) => new Date(now.getTime() + ms)
const at = after(1_000)
const { unpublishedSince: _, ...account }: User = newUser(
  'u',
  { username: 'Ada', email: 'ada@x.example', passwordHash: 'hash' },
  now,
)
const entry = anEntry('u', at)
const plain = { version: 2, updatedAt: at }
const audited = { ...plain, unrecorded: [entry], unpublishedSince: at }
const reset = { hash: 'link', expiresAt: after(1_001) }
const sessions = { sessionGeneration: 1, keptSession: 'before' }

type Row = [string, Partial<User>, (own: User) => Promise<unknown>, object]
/** The names of updates with fields that the account has besides, and the fields that are changed, and no others; null: removed. */
function describeUpdates(subject: string, rows: Row[]): void {
  test.each(rows)(`${subject} %s`, async (_name, fields, act, changed) => {
    const different = {
      usernameKey: 'another',
      emailKey: 'another',
      ...(fields.passwordReset && { passwordReset: { ...reset, hash: 'another' } }),
    }
    const tried = await tryBesideTwin(mongo.connection, 'users', { ...account, ...fields }, act, different)
    expect(tried.changed).toEqual(changed)
  })
}

const outdated = (own: User): User => ({ ...own, passwordHash: 'another' })
const ended = { sessionGeneration: 2, keptSession: null, ...audited }
const kept = { sessionGeneration: 2, keptSession: 's', ...audited }
const newEmail = { email: 'Eve@x.example', emailKey: 'eve@x.example', formerMailboxes: ['h'] }
describeUpdates('a credential:', [
  [
    'a new email ends all sessions',
    sessions,
    (own) => users.changeEmail(own, { email: 'Eve@x.example', former: 'h' }, undefined, entry),
    { ...newEmail, ...ended },
  ],
  [
    'a new email keeps one session',
    sessions,
    (own) => users.changeEmail(own, { email: 'Eve@x.example', former: 'h' }, 's', entry),
    { ...newEmail, ...kept },
  ],
  [
    'no new email by an old password',
    {},
    (own) => users.changeEmail(outdated(own), { email: 'Eve@x.example', former: 'h' }, 's', entry),
    {},
  ],
  [
    'a new password ends all sessions and the link',
    { ...sessions, passwordReset: reset },
    (own) => users.changePassword(own, 'new', { keptSession: undefined, revokeKeys: false }, entry),
    { passwordHash: 'new', passwordReset: null, ...ended },
  ],
  [
    'a new password keeps one session, and ends the link',
    { ...sessions, passwordReset: reset },
    (own) => users.changePassword(own, 'new', { keptSession: 's', revokeKeys: false }, entry),
    { passwordHash: 'new', passwordReset: null, ...kept },
  ],
  [
    'no new password by an old one',
    {},
    (own) => users.changePassword(outdated(own), 'new', { keptSession: 's', revokeKeys: true }, entry),
    {},
  ],
  ['a link begins', {}, () => users.startReset('u', reset, entry), { passwordReset: reset, ...audited }],
  [
    'a link makes a new password',
    { ...sessions, passwordReset: reset },
    () => users.resetPassword('link', 'new', entry),
    { passwordHash: 'new', passwordReset: null, ...ended },
  ],
  [
    'a link that is over makes none',
    { passwordReset: { ...reset, expiresAt: at } },
    () => users.resetPassword('link', 'new', entry),
    {},
  ],
  ['sessions end', sessions, () => users.endSessions('u', undefined, entry), ended],
  ['sessions end but one', sessions, () => users.endSessions('u', 's', entry), kept],
  [
    'another browser is published',
    { device: 'a' },
    () => users.changeDevice('u', 'b', at),
    { device: 'b', unpublishedSince: at, ...plain },
  ],
  ['the same browser is not', { device: 'a' }, () => users.changeDevice('u', 'a', at), {}],
])

const [first, second] = [anEntry('u', now), anEntry('u', now)]
const paid = { billingVersion: 2, subscriptionTier: 'pro', cancelAt: now } as const
const free = { subscriptionTier: 'free', cancelAt: undefined } as const
describeUpdates('an account', [
  ['has a rate', {}, () => users.setRate('u', 9, entry), { rate: 9, ...audited }],
  ['that is deleted changes no more', { deletedAt: now }, () => users.setRate('u', 9, entry), {}],
  [
    'takes a newer state',
    paid,
    () => users.applyState('u', 'billingVersion', 3, free, at),
    { billingVersion: 3, subscriptionTier: 'free', cancelAt: null, ...plain },
  ],
  ['takes the same state once', paid, () => users.applyState('u', 'billingVersion', 2, free, at), {}],
  [
    'takes a first state',
    {},
    () => users.applyState('u', 'webhookVersion', 1, { webhookUrl: 'u' }, at, entry),
    { webhookVersion: 1, webhookUrl: 'u', ...audited },
  ],
  [
    'has recorded what is in the audit',
    { unrecorded: [first, second] },
    () => users.recorded('u', [first._id]),
    { unrecorded: [second] },
  ],
  [
    'keeps what is still to be published',
    { unrecorded: [first, second], unpublishedSince: at },
    () => users.recorded('u', [first._id]),
    {},
  ],
  ['is not deleted by an old password', {}, (own) => users.delete(outdated(own), at), {}],
  ['that is deleted is erased again', { eraseAt: now }, (own) => users.eraseAgain(own, at), { eraseAt: at }],
  ['that was leased meanwhile is not', { eraseAt: now }, (own) => users.eraseAgain({ ...own, eraseAt: at }, at), {}],
  ['that is not deleted is not forgotten', {}, () => users.forget('u'), {}],
])

test('of a deleted account its id and its counts are left', async () => {
  const fields: Partial<User> = {
    ...sessions,
    passwordReset: reset,
    referredBy: 'code',
    referralCode: 'own code',
    rate: 9,
    device: 'a',
    apiKeys: [{ id: 'k', hash: 'hash of k', replaced: [], settings: { name: 'my laptop' } }],
    webhookUrl: 'https://x.example',
    unrecorded: [first],
  }
  const tried = await tryBesideTwin(
    mongo.connection,
    'users',
    { ...account, ...fields },
    (own) => users.delete(own, at),
    {
      usernameKey: 'another',
      emailKey: 'another',
    },
  )
  expect(tried.changed).toEqual({
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
    passwordHash: null,
    username: '',
    usernameKey: 'deleted:u',
    email: '',
    emailKey: 'deleted:u',
    deletedAt: at,
    deletedEmail: 'ada@x.example',
    eraseAt: at,
    unpublishedSince: at,
    sessionGeneration: 2,
    ...plain,
  })
})

describe('accounts', () => {
  const others = { usernameKey: 'eve', emailKey: 'eve@x.example' }
  const among = <Result>(fields: Partial<User>, act: () => Promise<Result>) =>
    tryBesideTwin(mongo.connection, 'users', { ...account, ...fields }, act, others)

  test('are read by id and email while they are not deleted', async () => {
    const read = async () => [await users.read('u'), await users.byEmail('ADA@x.example')]
    expect((await among({}, read)).result).toEqual([account, account])
    expect((await among({ deletedAt: now }, read)).result).toEqual([null, null])
  })

  test.each([
    ['ADA', 'new@x.example', 'username'],
    ['new', 'ADA@x.example', 'email'],
    ['ada', 'eve@x.example', 'username'],
    ['new', 'new@x.example', undefined],
  ])('that have the name %s or the email %s: %s', async (name, email, taken) => {
    expect((await among({}, () => users.taken(name, email))).result).toBe(taken)
  })

  test('that are deleted are forgotten one by one', async () => {
    expect((await among({ deletedAt: now }, () => users.forget('u'))).changed).toBeNull()
  })

  test('that cannot be stored are no duplicates', async () => {
    await expect(users.insert({ ...account, createdAt: new Date(Number.NaN) })).rejects.toThrow('Date')
  })
})
