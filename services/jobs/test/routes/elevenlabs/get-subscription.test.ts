import { randomUUID } from 'node:crypto'
import { grantOf, type Scope } from '@utter/contracts/credential'
import { OwnVoiceView } from '@utter/contracts/http/voices'
import { serviceUnavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { changeSpendingLimit } from '../../../src/lifecycle/change-spending-limit.ts'
import { callers, type Jobs, openJobs } from '../../support/open-jobs.ts'
import { signedUpAt } from '../../support/open-lifecycle.ts'
import { states } from '../../support/states.ts'

const ownVoice = OwnVoiceView.parse({
  ...{ id: 'mine', name: 'Mine', description: 'Calm', language: 'en', provider: 'kokoro', aliases: [] },
  ...{ sampleUrl: '/api/voices/mine/mine/sample.mp3', addedAt: signedUpAt.toISOString() },
})
const voiceOwner = randomUUID()
const own = async (userId: string) => (userId === voiceOwner ? [ownVoice] : [])
const jobs = await closedAfterAll(openJobs('elevenlabs-subscription', { voices: { list: async () => [], own } }))
jobs.goTo(new Date('2026-03-20T12:00:00Z'))

function subscription(userId: string, scopes: Scope[] = ['usage:read'], by: Jobs = jobs) {
  const identity = newIdentity({ userId, signedUpAt: signedUpAt.toISOString(), keyId: randomUUID() })
  return by.request('GET', '/v1/user/subscription', callers.account({ ...identity, ...grantOf(scopes) }))
}

test('all that the clients require is told, of an account that has used nothing', async () => {
  expect(await subscription(voiceOwner)).toMatchObject({ status: 200 })
  expect((await subscription(voiceOwner)).body).toEqual({
    tier: 'free',
    character_count: 0,
    character_limit: 200_000,
    max_character_limit_extension: 0,
    max_credit_limit_extension: 0,
    can_extend_character_limit: false,
    allowed_to_extend_character_limit: false,
    next_character_count_reset_unix: Date.UTC(2026, 3, 15, 9) / 1_000,
    voice_slots_used: 1,
    voice_limit: 0,
    professional_voice_slots_used: 0,
    professional_voice_slots_used_in_workspace: 0,
    professional_voice_limit: 0,
    voice_add_edit_counter: 0,
    can_extend_voice_limit: false,
    can_use_instant_voice_cloning: false,
    can_use_professional_voice_cloning: false,
    currency: 'usd',
    current_overage: { amount: '0.00', currency: 'usd' },
    status: 'free',
    character_refresh_period: 'monthly_period',
    open_invoices: [],
    has_open_invoices: false,
  })
})

test('each call stands for the characters that it may have: those of the plan, then the bonus, then as many as the spending limit pays for', async () => {
  // 5,002 used: 2 past the plan's.
  const userId = await jobs.account('starter', 973)
  expect((await subscription(userId)).body).toMatchObject({
    ...{ tier: 'starter', status: 'active', character_count: 50_020_000, character_limit: 50_000_000 },
    ...{ can_extend_character_limit: true, allowed_to_extend_character_limit: true },
    ...{ max_credit_limit_extension: 9_750_000, current_overage: { amount: '0.08', currency: 'usd' } },
  })
  await states(jobs).bonus(userId, 1, 50)
  await changeSpendingLimit(jobs.deps, userId, 0)
  expect((await subscription(userId)).body).toMatchObject({
    ...{ character_count: 50_020_000, character_limit: 50_500_000, current_overage: { amount: '0.00' } },
    ...{ can_extend_character_limit: true, allowed_to_extend_character_limit: false, max_credit_limit_extension: 0 },
  })
})

test('a plan that was lowered has no characters left', async () => {
  const userId = await jobs.account('starter', 5_975 - 3_000)
  const month = { start: '2026-03-15T09:00:00.000Z', end: '2026-04-15T09:00:00.000Z' }
  await states(jobs).billing(userId, 1, { tier: 'free', ...month, segment: jobs.now().toISOString() })
  const { character_count: count, character_limit: limit, status } = (await subscription(userId)).body
  expect([count, limit, status]).toEqual([6_000_000, 6_000_000, 'free'])
})

test('a plan without a limit has the largest number that is read exactly', async () => {
  const userId = await jobs.account('enterprise')
  expect((await subscription(userId)).body).toMatchObject({
    ...{ tier: 'enterprise', status: 'active', character_limit: Number.MAX_SAFE_INTEGER },
    ...{ can_extend_character_limit: false, max_credit_limit_extension: 0 },
  })
})

test.each([
  ['past_due', true],
  ['unpaid', true],
  ['canceled', false],
] as const)('a subscription that is %s owes: %s', async (status, isOwing) => {
  const userId = randomUUID()
  await states(jobs).billing(userId, 1, { tier: 'creator', status })
  expect((await subscription(userId)).body).toMatchObject({
    ...{ status: isOwing ? 'past_due' : 'active', has_open_invoices: isOwing, voice_limit: 10 },
  })
})

test('a key needs the scope of usage, and a refusal has the shape that the clients read', async () => {
  const { status, body } = await subscription(randomUUID(), ['jobs:write'])
  expect([status, body.detail.status]).toEqual([403, 'missing_scope'])
})

test('while speech, which keeps the own voices, is away it is a 503', async () => {
  const voices = { list: async () => [], own: () => Promise.reject(serviceUnavailable()) }
  await using away = await openJobs('elevenlabs-subscription-away', { voices })
  expect((await subscription(randomUUID(), undefined, away)).status).toBe(503)
})
