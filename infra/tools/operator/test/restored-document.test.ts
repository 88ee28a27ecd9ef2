import { services } from '@utter/contracts/flow'
import { topics } from '@utter/contracts/topics'
import { expect, test } from 'vitest'
import { databaseNames } from '../src/backup/databases.ts'
import { restored, restores } from '../src/backup/restored-document.ts'

const backedUpAt = new Date('2026-03-01T10:00:00Z')
const now = new Date('2026-03-02T10:00:00Z')
const moment = { backedUpAt, now, deleted: new Set(['gone']) }
const dayMs = 24 * 3_600_000
const daysBefore = (days: number) => new Date(backedUpAt.getTime() - days * dayMs)

test('every service has its database in the order', () => {
  expect([...databaseNames].sort()).toEqual([...services].sort())
})

test('each owner of a compacted topic publishes its states again', () => {
  const owners: Record<string, string> = {
    'account.state': 'account.users',
    'billing.state': 'billing.subscriptions',
    'referral.state': 'referral.members',
    'webhook.state': 'notifier.endpoints',
  }
  const compacted = Object.entries(topics).filter(([, { compacted }]) => compacted)
  expect(compacted.map(([topic]) => topic).sort()).toEqual(Object.keys(owners).sort())
  for (const collection of Object.values(owners)) {
    expect(restores).toHaveProperty([collection])
    const state = restored(collection, { _id: 'ada', version: 5 }, moment)
    expect(state).toMatchObject({ unpublishedSince: now, version: 5 + dayMs })
  }
})

test('a second restore of the same backup is newer than what the first one published', () => {
  const first = restored('account.users', { _id: 'ada', version: 5 }, moment)
  const later = { ...moment, now: new Date(now.getTime() + 60_000) }
  const second = restored('account.users', { _id: 'ada', version: 5 }, later)
  // A change each second in between.
  expect(second?.version).toBeGreaterThan(first?.version + 60)
})

test.each([
  ['an unfinished job is requested again', { status: 'processing', updatedAt: daysBefore(3) }, 'unpublishedSince'],
  ['a late end is published again', { status: 'completed', updatedAt: daysBefore(0.5) }, 'unpublishedSince'],
  ['an old end is not', { status: 'completed', updatedAt: daysBefore(2) }, undefined],
  ['a late deletion is published again', { status: 'deleted', updatedAt: daysBefore(0.5) }, 'removalSince'],
  ['an old deletion is not', { status: 'deleted', updatedAt: daysBefore(2) }, undefined],
  ['a submission half done is left to its sweep', { status: 'submitting', updatedAt: daysBefore(0) }, undefined],
])('%s', (_, job, field) => {
  const document = { _id: 'job', version: 3, ...job }
  expect(restored('jobs.jobs', document, moment)).toEqual({ ...document, ...(field && { [field]: now }) })
})

test('Stripe is asked about those who are its customers, once', () => {
  expect(restored('billing.subscriptions', { _id: 'ada', version: 1, stripeCustomerId: 'cus' }, moment)).toMatchObject({
    watchAt: now,
    watchUntil: now,
  })
  expect(restored('billing.subscriptions', { _id: 'eve', version: 1 }, moment)).not.toHaveProperty('watchAt')
})

test('an account that was deleted since does not come back', () => {
  expect(restored('account.users', { _id: 'gone', version: 1 }, moment)).toBeUndefined()
  expect(restored('account.tokens', { _id: 'hash', userId: 'gone' }, moment)).toBeUndefined()
  expect(restored('account.tokens', { _id: 'hash', userId: 'ada' }, moment)).toEqual({ _id: 'hash', userId: 'ada' })
})
