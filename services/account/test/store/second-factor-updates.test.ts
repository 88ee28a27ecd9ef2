import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openDatabase } from '@utter/testing/setup/databases'
import { tryBesideTwin } from '@utter/testing/try-update'
import { expect, test } from 'vitest'
import type { Passkey } from '../../src/domain/second-factor/passkey.ts'
import { newUser, type User } from '../../src/domain/user.ts'
import { openUsers } from '../../src/store/users.ts'
import { anEntry } from '../support/an-entry.ts'

const mongo = await closedAfterAll(openDatabase('account-second-factor'))
const users = await openUsers(mongo.connection)

const now = new Date('2026-03-20T12:00:00Z')
const at = new Date(now.getTime() + 1_000)
const given = { username: 'Ada', email: 'ada@x.example', passwordHash: 'hash' }
const { unpublishedSince: _, ...account }: User = newUser('u', given, now)
const entry = anEntry('u', at)
const plain = { version: 2, updatedAt: at }
const audited = { ...plain, unrecorded: [entry], unpublishedSince: at }
const totp = { secret: 'sealed', addedAt: now, usedAt: now, lastStep: 7 }
const awaitedTotp = { secret: 'sealed', expiresAt: at }
const passkey = (id: string): Passkey => ({
  id,
  credentialId: `credential of ${id}`,
  publicKey: 'key',
  counter: 3,
  name: id,
  addedAt: now,
})
const two = { passkeys: [passkey('p0'), passkey('p1')] }
const used = { ...passkey('p1'), counter: 4, usedAt: at }

type Row = [string, Partial<User>, (own: User) => Promise<unknown>, object]
test.each<Row>([
  ['an app is awaited', {}, () => users.startTotp('u', awaitedTotp, at), { awaitedTotp, ...plain }],
  ['none is awaited where one is on', { totp }, () => users.startTotp('u', awaitedTotp, at), {}],
  [
    'the app that is awaited is turned on',
    { awaitedTotp },
    () => users.confirmTotp('u', totp, ['c'], entry),
    { totp, recoveryCodes: ['c'], awaitedTotp: null, ...audited },
  ],
  [
    'another than the awaited one is not',
    { awaitedTotp },
    () => users.confirmTotp('u', { ...totp, secret: 'another' }, ['c'], entry),
    {},
  ],
  ['a second one is not', { awaitedTotp, totp }, () => users.confirmTotp('u', totp, ['c'], entry), {}],
  [
    'a later code is taken, and its secret sealed anew',
    { totp },
    () => users.takeTotp('u', totp, 8, 'renewed', at),
    { totp: { ...totp, secret: 'renewed', lastStep: 8, usedAt: at }, ...plain },
  ],
  ['the same code is not', { totp }, () => users.takeTotp('u', totp, 7, 'sealed', at), {}],
  ['a code of another app is not', { totp }, () => users.takeTotp('u', { ...totp, secret: 'b' }, 8, 'b', at), {}],
  [
    'a recovery code is taken',
    { totp, recoveryCodes: ['a', 'b'] },
    () => users.takeRecoveryCode('u', 'a', entry),
    { recoveryCodes: ['b'], ...audited },
  ],
  ['one that is none is not', { totp, recoveryCodes: ['a'] }, () => users.takeRecoveryCode('u', 'b', entry), {}],
  [
    'recovery codes are replaced',
    { totp, recoveryCodes: ['a'] },
    () => users.replaceRecoveryCodes('u', ['b'], entry),
    { recoveryCodes: ['b'], ...audited },
  ],
  ['none are made without an app', {}, () => users.replaceRecoveryCodes('u', ['b'], entry), {}],
  [
    'an app is turned off, with its codes',
    { totp, recoveryCodes: ['a'], ...two },
    () => users.removeTotp('u', entry),
    { totp: null, recoveryCodes: null, ...audited },
  ],
  ['none is turned off where none is on', { awaitedTotp }, () => users.removeTotp('u', entry), {}],
  [
    'a passkey is added',
    two,
    () => users.addPasskey('u', passkey('p'), entry),
    { passkeys: [...two.passkeys, passkey('p')], ...audited },
  ],
  ['the same is not added twice', two, () => users.addPasskey('u', { ...passkey('p1'), id: 'other' }, entry), {}],
  [
    'a use is noted',
    two,
    (own) => users.usePasskey(own, passkey('p1'), 4, at),
    { passkeys: [passkey('p0'), used], ...plain },
  ],
  ['a use with a count of before is not', two, (own) => users.usePasskey(own, { ...used, counter: 2 }, 4, at), {}],
  ['a use of a passkey that is gone is not', two, (own) => users.usePasskey(own, passkey('p2'), 4, at), {}],
  [
    'a use is not noted at another',
    two,
    (own) => users.usePasskey({ ...own, passkeys: [passkey('p1')] }, passkey('p1'), 4, at),
    {},
  ],
  [
    'a passkey is renamed',
    two,
    () => users.renamePasskey('u', 'p1', 'mine', at),
    { passkeys: [passkey('p0'), { ...passkey('p1'), name: 'mine' }], ...plain },
  ],
  ['a passkey is removed', two, () => users.removePasskey('u', 'p0', entry), { passkeys: [passkey('p1')], ...audited }],
  ['one that is none is not removed', two, () => users.removePasskey('u', 'p2', entry), {}],
])('%s', async (_name, fields, act, changed) => {
  const different = { usernameKey: 'another', emailKey: 'another' }
  const tried = await tryBesideTwin(mongo.connection, 'users', { ...account, ...fields }, act, different)
  expect(tried.changed).toEqual(changed)
})
