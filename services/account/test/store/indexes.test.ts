import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expectServed } from '@utter/testing/indexes/expect-served'
import { openWatched } from '@utter/testing/indexes/unserved-questions'
import { test } from 'vitest'
import { requestEntry } from '../../src/domain/request-entry.ts'
import type { Token } from '../../src/domain/token.ts'
import type { User } from '../../src/domain/user.ts'
import { openAuditEntries } from '../../src/store/audit-entries.ts'
import { openDeletedMailboxes } from '../../src/store/mailboxes.ts'
import { openRequestEntries } from '../../src/store/request-entries.ts'
import { openTokens } from '../../src/store/tokens.ts'
import { openUsers } from '../../src/store/users.ts'
import { aRequest } from '../support/a-request.ts'
import { anEntry } from '../support/an-entry.ts'

const watched = await closedAfterAll(openWatched('account'))

const now = new Date('2026-03-20T12:00:00Z')
const entry = anEntry('u', now)

test('every question about users is served by an index', async () => {
  const users = await openUsers(watched.connection)
  const user = {
    _id: 'u',
    username: 'Ada',
    usernameKey: 'ada',
    email: 'a@b.c',
    emailKey: 'a@b.c',
    version: 1,
    unpublishedSince: now,
  } as User
  const key = { id: 'i', hash: 'h', replaced: [] }
  const passkey = { id: 'p', credentialId: 'c', publicKey: 'k', counter: 0, name: 'n', addedAt: now }
  const totp = { secret: 's', addedAt: now, usedAt: now, lastStep: 1 }
  await expectServed(watched, users, {
    insert: () => users.insert(user),
    taken: () => users.taken('Ada', 'other@b.c'),
    read: () => users.read('u'),
    byEmail: () => users.byEmail('a@b.c'),
    changeEmail: () => users.changeEmail(user, { email: 'new@b.c', former: 'h' }, 's', entry),
    changePassword: () => users.changePassword(user, 'hash', { keptSession: undefined, revokeKeys: true }, entry),
    startReset: () => users.startReset('u', { hash: 'r', expiresAt: now }, entry),
    findReset: () => users.findReset('r', now),
    askForReset: () => users.askForReset('a@b.c', () => entry),
    startMailedLink: () => users.startMailedLink('u', 'a@b.c', 'emailVerification', { hash: 'e', expiresAt: now }, now),
    askForVerification: () => users.askForVerification('u', entry),
    findVerification: () => users.findVerification('e', now),
    verifyEmail: () => users.verifyEmail('e', entry),
    noteLogin: () => users.noteLogin('u', entry),
    setLanguage: () => users.setLanguage('u', 'de', now),
    rehash: () => users.rehash(user, 'hash', now),
    changeDevice: () => users.changeDevice('u', 'd', now),
    addKey: () => users.addKey('u', key, entry),
    removeExpiredKeys: () => users.removeExpiredKeys('u', now),
    replaceSecret: () => users.replaceSecret('u', 'h', key, entry),
    changeKey: () => users.changeKey(user, 'i', { name: 'k' }, entry),
    removeKey: () => users.removeKey('u', 'i', entry),
    resetPassword: () => users.resetPassword('r', 'hash', entry),
    endSessions: () => users.endSessions('u', 's', entry),
    startTotp: () => users.startTotp('u', { secret: 's', expiresAt: now }, now),
    confirmTotp: () => users.confirmTotp('u', totp, ['c'], entry),
    takeTotp: () => users.takeTotp('u', totp, 2, 's', now),
    takeRecoveryCode: () => users.takeRecoveryCode('u', 'c', entry),
    replaceRecoveryCodes: () => users.replaceRecoveryCodes('u', ['d'], entry),
    removeTotp: () => users.removeTotp('u', entry),
    addPasskey: () => users.addPasskey('u', passkey, entry),
    usePasskey: () => users.usePasskey({ ...user, passkeys: [passkey] }, passkey, 1, now),
    renamePasskey: () => users.renamePasskey('u', 'p', 'n', now),
    removePasskey: () => users.removePasskey('u', 'p', entry),
    setRate: () => users.setRate('u', 5, entry),
    suspend: () => users.suspend('u', 'Spam', entry),
    resume: () => users.resume('u', entry),
    list: async () => {
      for (const emailPrefix of [undefined, 'a@'])
        for (const isSuspended of [false, true])
          for (const before of [undefined, now])
            await users.list({ ...(emailPrefix && { emailPrefix }), isSuspended, ...(before && { before }) }, 10)
    },
    recorded: () => users.recorded('u', [entry._id]),
    applyState: () => users.applyState('u', 'billingVersion', 1, { subscriptionTier: 'pro' }, now),
    delete: () => users.delete(user, now),
    leaseDeleted: () => users.leaseDeleted(now, 10),
    eraseAgain: () => users.eraseAgain({ ...user, eraseAt: now }, now),
    forgetEmail: () => users.forgetEmail('u'),
    forget: () => users.forget('u'),
    outbox: async () => {
      const { leased } = await users.outbox.lease(now, 10)
      await users.outbox.markPublished([...leased, user])
    },
  })
})

test('every question about tokens is served by an index', async () => {
  const tokens = await openTokens(watched.connection)
  const token: Token = { _id: 'h', id: 'i', userId: 'u', kind: 'key', scopes: [], createdAt: now, usedAt: now }
  await expectServed(
    watched,
    tokens,
    {
      insert: () => tokens.insert(token),
      read: () => tokens.read('h'),
      bySession: () => tokens.bySession('u', 'i'),
      ofKey: () => tokens.ofKey('u', 'i'),
      verified: () => tokens.verified('u', 'i', now),
      keyUsed: () => tokens.keyUsed('u', 'i', now),
      endAt: () => tokens.endAt('h', now),
      keysOf: () => tokens.keysOf('u'),
      ofUser: () => tokens.ofUser('u'),
      used: () => tokens.used('h', now, undefined),
      remove: () => tokens.remove('h'),
      removeExpired: () => tokens.removeExpired(now),
    },
    { keysOf: 'fifty keys, and their last secrets', ofUser: 'these, and twenty sessions' },
  )
})

test('every question about mailboxes of deleted accounts is served by an index', async () => {
  const mailboxes = await openDeletedMailboxes(watched.connection)
  await expectServed(watched, mailboxes, {
    find: () => mailboxes.find('m', now),
    add: () => mailboxes.add('m', 'u', { from: now, until: new Date(now.getTime() + 1_000) }, now),
  })
})

test('every question about audit entries is served by an index', async () => {
  const entries = await openAuditEntries(watched.connection)
  await expectServed(watched, entries, {
    add: () => entries.add([entry]),
    countFailure: () => entries.countFailure(entry, 'n'),
    page: async () => {
      await entries.page('u', 10, { at: now, id: 'i' }, false)
      await entries.page('u', 10)
      await entries.page('u', 10, { at: now, id: 'i' })
    },
    removeOf: () => entries.removeOf('u'),
    removeBefore: () => entries.removeBefore(now),
  })
})

test('every question about requests is served by an index', async () => {
  const entries = await openRequestEntries(watched.connection)
  const at = now.toISOString()
  const filters = [
    {},
    { requestId: 'i' },
    { since: now },
    { keyId: 'k' },
    { keyId: null },
    { status: [400, 499] as const },
    { status: [200, 200] as const, path: '/api', method: 'POST', since: now, keyId: 'k' },
  ]
  await expectServed(watched, entries, {
    add: () => entries.add([requestEntry(aRequest('u'))]),
    drop: () => entries.drop({ userId: 'u', count: 1, from: at, to: at }),
    page: async () => {
      for (const filter of filters)
        for (const before of [undefined, { at: now, id: 'i' }]) await entries.page('u', 10, filter, before)
    },
    removeOf: () => entries.removeOf('u'),
    removeBefore: () => entries.removeBefore(now),
  })
})
