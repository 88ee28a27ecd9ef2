import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import type { AuditRow } from '@utter/contracts/http/account/audit'
import type { SessionRow } from '@utter/contracts/http/account/sessions'
import type { Settings } from '@utter/contracts/http/account/settings'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import type { ReferralStats } from '@utter/contracts/http/referrals'
import { type Plan, standardPlans } from '@utter/contracts/plans'
import { webhookViews } from '@utter/web/test/support/webhook-views'
import { type Answers, busy } from './api.ts'
import { instant } from './jobs.ts'

const minute = 60
const day = 24 * 60 * minute
const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' }

const offerOf = (plan: Plan): PlanOffer => ({
  ...plan,
  ...(plan.price ? { priceId: `price_${plan.name}` } : {}),
  ...(plan.name === 'enterprise' && { contact: 'sales@utter.example' }),
})

const user: UserView = {
  id: '0d6f7a52-2a54-4b57-9d0c-5b1f1c0a7e31',
  username: 'mirabel',
  email: 'mirabel@example.com',
  subscriptionTier: 'creator',
  subscriptionStatus: 'active',
  apiCallsUsed: 12_480,
  apiCallsLimit: 15_000,
  overageCallsUsed: 0,
  overageCost: '0.00',
  billingPeriodStart: period.start,
  billingPeriodEnd: period.end,
  webhookUrl: null,
  referralCode: 'MIRA7K2D',
  bonusCallsEarned: 350,
  referralCount: 7,
  createdAt: '2026-02-14T09:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
}

// The bars of the look: 24 days, then days to come.
const calls = [
  260, 390, 460, 165, 140, 430, 500, 570, 520, 660, 230, 190, 610, 690, 640, 750, 770, 305, 255, 730, 785, 740, 860,
  800,
]

const usage: UsageView = {
  tier: 'creator',
  periodStart: period.start,
  periodEnd: period.end,
  apiCallsUsed: 12_480,
  apiCallsLimit: 15_000,
  bonusCallsEarned: 350,
  bonusCallsLeft: 350,
  overageCallsUsed: 0,
  overageCost: '0.00',
  spendingLimit: 79,
  warning: 80,
  days: calls.map((count, index) => ({ day: `2026-11-${String(index + 1).padStart(2, '0')}`, calls: count })),
  voices: [
    { voiceId: 'vc_aria7K2d', calls: 8_120 },
    { voiceId: 'vc_tomas3Xq', calls: 3_040 },
    { voiceId: 'vc_juno4Rt1', calls: 1_320 },
  ],
  keys: [
    { keyId: 'key-1', calls: 9_870 },
    { keyId: 'key-2', calls: 2_100 },
    { keyId: null, calls: 510 },
  ],
}

const referrals: ReferralStats = {
  referralCount: 7,
  bonusCallsEarned: 350,
  referralUrl: 'https://utter.example/signup?ref=MIRA7K2D',
  nextMilestone: { referrals: 10, reward: 750 },
  milestones: [
    { referrals: 1, reward: 50, description: 'Your first friend' },
    { referrals: 5, reward: 300, description: 'A small choir' },
    { referrals: 10, reward: 750, description: 'A full band' },
    { referrals: 25, reward: 2_500, description: 'An orchestra' },
    { referrals: 50, reward: 6_000, description: 'A concert hall' },
  ],
}

const key = (id: string, name: string, over: Partial<ApiKeyView>): ApiKeyView => ({
  id,
  name,
  scopes: ['jobs:write'],
  start: 'utter_9f2cT1',
  createdAt: instant(60 * day),
  lastUsedAt: null,
  expiresAt: null,
  networks: [],
  rate: null,
  monthlyCap: null,
  callsUsed: 0,
  ...over,
})

const keys: ApiKeyView[] = [
  key('key-1', 'Production', {
    scopes: ['jobs:write', 'jobs:read'],
    lastUsedAt: instant(2 * minute),
    callsUsed: 9_870,
  }),
  key('key-2', 'Podcast build', {
    start: 'utter_41adQe',
    lastUsedAt: instant(3 * day),
    monthlyCap: 5_000,
    callsUsed: 2_100,
    expiresAt: '2027-01-01T00:00:00.000Z',
  }),
  key('key-3', 'Usage report', { start: 'utter_c07eXa', scopes: ['usage:read'] }),
]

const session = (id: string, over: Partial<SessionRow>): SessionRow => ({
  id,
  createdAt: instant(20 * day),
  lastUsedAt: instant(0),
  address: '203.0.113.7',
  client: 'Firefox on Linux',
  isCurrent: false,
  ...over,
})
const sessions = [
  session('session-1', { isCurrent: true }),
  session('session-2', { client: 'Safari on iOS', address: '198.51.100.24', lastUsedAt: instant(4 * day) }),
]

const row = (secondsAgo: number, action: AuditRow['action'], over: Partial<AuditRow> = {}): AuditRow => ({
  at: instant(secondsAgo),
  actor: 'owner',
  address: '203.0.113.7',
  action,
  target: null,
  ...over,
})
const audit = [
  row(3 * minute, 'key-created', { target: 'Production' }),
  row(2 * 60 * minute, 'login-failed', { actor: 'visitor', address: '192.0.2.91' }),
  row(day, 'plan-set', { actor: 'billing', address: null, target: 'creator' }),
  row(4 * day, 'logged-in', { target: 'Safari on iOS' }),
  row(30 * day, 'signed-up'),
]

export const settings: Settings = {
  credentials: [
    { name: 'Chat model key', value: '••••••••9f2c' },
    { name: 'Speech provider key', value: 'Not set (local model)' },
    { name: 'Local token', value: '••••••••41ad' },
    { name: 'Shared secret', value: '••••••••c07e' },
  ],
  chatModel: 'gpt-5-mini',
  maxCompletionTokens: 300,
  speechModel: 'eleven_multilingual_v2',
  outputFormat: 'mp3_48000_128',
}

const partsWithRows = ['/api/keys', '/api/auth/sessions', '/api/auth/audit', '/api/settings/webhook']

/** A customer of the creator plan, near the end of the month's calls. */
export const creator: Answers = {
  ...busy,
  '/api/auth/me': { user },
  '/api/plans': standardPlans.map(offerOf),
  '/api/usage': usage,
  '/api/referrals/stats': referrals,
  '/api/keys': keys,
  '/api/auth/sessions': sessions,
  '/api/auth/audit': audit,
  '/api/settings': settings,
  '/api/settings/webhook': webhookViews().none,
  '/api/webhooks/deliveries': [],
}

/** The same while some parts cannot be read. */
export const unread: Answers = Object.fromEntries(
  Object.entries(creator).filter(([path]) => !partsWithRows.includes(path)),
)
