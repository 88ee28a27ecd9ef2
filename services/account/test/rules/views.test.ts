import type { Usage } from '@utter/contracts/http/internal/jobs/get-usage'
import { planOf, standardPlans } from '@utter/contracts/plans'
import { describe, expect, test } from 'vitest'
import { apiKeyView } from '../../src/domain/api-keys/api-key-view.ts'
import { auditEntry } from '../../src/domain/audit-entry.ts'
import type { Token } from '../../src/domain/token.ts'
import { hashOf, newKey, startOf } from '../../src/domain/tokens.ts'
import { newUser } from '../../src/domain/user.ts'
import { userView } from '../../src/domain/user-view.ts'

const now = new Date('2026-03-20T12:00:00.000Z')
const later = new Date('2026-03-21T12:00:00.000Z')
const given = { username: 'Ada', email: 'Ada@x.example', passwordHash: 'hash' }

describe('a new account', () => {
  const plain = {
    _id: 'u',
    username: 'Ada',
    usernameKey: 'ada',
    email: 'Ada@x.example',
    emailKey: 'ada@x.example',
    passwordHash: 'hash',
    subscriptionTier: 'free',
    subscriptionStatus: 'active',
    billingVersion: 0,
    referralCount: 0,
    bonusCallsEarned: 0,
    referralVersion: 0,
    version: 1,
    unpublishedSince: now,
    createdAt: now,
    updatedAt: now,
  }
  const entry = auditEntry('u', { action: 'password-changed', actor: 'owner' }, now)

  test('has the free plan, and no field without a value', () => {
    expect(newUser('u', { ...given, referredBy: undefined, device: undefined }, now)).toStrictEqual(plain)
  })
  test('has the code, the browser and the audit that it came with', () => {
    const more = { referredBy: 'code', device: 'a' }
    const unrecorded = [entry]
    expect(newUser('u', { ...given, ...more }, now, unrecorded)).toStrictEqual({ ...plain, ...more, unrecorded })
  })
})

test.each([
  [{}, {}],
  [{ address: '', target: undefined }, {}],
  [
    { address: '10.0.0.1', target: 'a key' },
    { address: '10.0.0.1', target: 'a key' },
  ],
])('an entry of the audit from %j has %j besides its act', (more, fields) => {
  const { _id, ...entry } = auditEntry('u', { action: 'key-created', actor: 'owner', ...more }, now)
  expect(_id).toMatch(/^[0-9a-f-]{36}$/)
  expect(entry).toStrictEqual({ userId: 'u', at: now, actor: 'owner', action: 'key-created', ...fields })
})

const usage = {
  apiCallsUsed: 5,
  overageCallsUsed: 2,
  overageCost: '0.08',
  periodStart: now.toISOString(),
  periodEnd: later.toISOString(),
  keys: [
    { keyId: 'another', calls: 9 },
    { keyId: 'k', calls: 3 },
  ],
} as Usage

describe('the view of an account', () => {
  const user = newUser('u', given, now)
  const plain = {
    id: 'u',
    username: 'Ada',
    email: 'Ada@x.example',
    emailVerifiedAt: null,
    subscriptionTier: 'free',
    subscriptionStatus: 'active',
    apiCallsUsed: 0,
    apiCallsLimit: planOf(standardPlans, 'free').apiCallsLimit,
    charactersPerCall: planOf(standardPlans, 'free').charactersPerCall,
    overageCallsUsed: 0,
    overageCost: '0.00',
    billingPeriodStart: '2026-03-20T12:00:00.000Z',
    billingPeriodEnd: '2026-04-20T12:00:00.000Z',
    webhookUrl: null,
    referralCode: null,
    bonusCallsEarned: 0,
    referralCount: 0,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }

  test('has the month of the sign-up and no calls without a usage', () => {
    expect(userView(user, standardPlans, undefined, later)).toStrictEqual(plain)
  })
  test('has what jobs, billing, notifier and referral published', () => {
    const more = { nextTier: 'starter', webhookUrl: 'https://x.example', referralCode: 'code' } as const
    const { periodStart: billingPeriodStart, periodEnd: billingPeriodEnd, keys: _keys, ...calls } = usage
    expect(userView({ ...user, ...more, cancelAt: later }, standardPlans, usage, now)).toStrictEqual({
      ...plain,
      ...more,
      ...calls,
      cancelAt: later.toISOString(),
      billingPeriodStart,
      billingPeriodEnd,
    })
  })
})

describe('the view of an API key', () => {
  const token: Token = { _id: 'h', id: 'k', userId: 'u', kind: 'key', scopes: [], createdAt: now, usedAt: now }
  const plain = {
    id: 'k',
    name: '',
    scopes: [],
    start: '',
    createdAt: now.toISOString(),
    lastUsedAt: null,
    expiresAt: null,
    networks: [],
    rate: null,
    monthlyCap: null,
    callsUsed: 0,
    isPaused: false,
  }

  test('has no use, no end and no limits where there are none', () => {
    expect(apiKeyView(token, undefined)).toStrictEqual(plain)
  })
  test('has its use, its end, its limits and its own calls', () => {
    const more = { name: 'a key', start: 'utk_abcd', networks: ['10.0.0.0/8'], rate: 9, monthlyCap: 7 }
    expect(apiKeyView({ ...token, ...more, usedAt: later, expiresAt: later }, usage)).toStrictEqual({
      ...plain,
      ...more,
      lastUsedAt: later.toISOString(),
      expiresAt: later.toISOString(),
      callsUsed: 3,
    })
  })
  test('says that it is paused', () => {
    expect(apiKeyView({ ...token, pausedAt: later }, undefined)).toMatchObject({ isPaused: true, expiresAt: null })
  })
})

test('a key is shown by its prefix and four characters, and stored as a hash', () => {
  const key = newKey()
  expect([key.startsWith(startOf(key)), key.length - startOf(key).length]).toEqual([true, 39])
  expect(hashOf(key)).not.toContain(startOf(key))
})
