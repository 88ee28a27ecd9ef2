import type { ApiKeyView } from '@utter/contracts/http/account/api-keys'
import type { AuditRow } from '@utter/contracts/http/account/audit'
import type { AnsweredRequest } from '@utter/contracts/http/account/requests'
import type { SessionRow } from '@utter/contracts/http/account/sessions'
import type { Settings } from '@utter/contracts/http/account/settings'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { InvoiceView } from '@utter/contracts/http/invoices'
import type { UsageView } from '@utter/contracts/http/jobs/usage'
import {
  type Notice,
  type NoticeKind,
  type NoticeRule,
  noticeKinds,
  noticeRules,
} from '@utter/contracts/http/notices/notice'
import type { MailSetting, MailSettings, NoticeView } from '@utter/contracts/http/notices/views'
import type { PlanOffer } from '@utter/contracts/http/plan-offers'
import type { ReferralStats } from '@utter/contracts/http/referrals'
import type { PlanChange } from '@utter/contracts/http/stripe'
import { planOf, standardPlans } from '@utter/contracts/plans'

// Answers of the routes of an account, for tests of the web, of screens and for pictures: valid by themselves, changed by the caller.

const since = '2026-01-01T00:00:00.000Z'
const period = { start: since, end: '2026-02-01T00:00:00.000Z' }

export const aUser = (over: Partial<UserView> = {}): UserView => ({
  id: '7d7c1f52-7c1e-4a35-9a3d-0a3a4f0f2d11',
  username: 'mirabel',
  email: 'mirabel@example.com',
  subscriptionTier: 'free',
  subscriptionStatus: 'active',
  apiCallsUsed: 0,
  apiCallsLimit: 100,
  charactersPerCall: planOf(standardPlans, 'free').charactersPerCall,
  overageCallsUsed: 0,
  overageCost: '0.00',
  billingPeriodStart: period.start,
  billingPeriodEnd: period.end,
  webhookUrl: null,
  referralCode: null,
  bonusCallsEarned: 0,
  referralCount: 0,
  createdAt: since,
  updatedAt: since,
  ...over,
})

export const usageOf = (over: Partial<UsageView> = {}): UsageView => ({
  tier: 'free',
  periodStart: period.start,
  periodEnd: period.end,
  apiCallsUsed: 12,
  apiCallsLimit: 100,
  bonusCallsEarned: 0,
  bonusCallsLeft: 0,
  overageCallsUsed: 0,
  overageCost: '0.00',
  spendingLimit: null,
  warning: null,
  days: [],
  voices: [],
  keys: [],
  ...over,
})

/** The plans with prices at the provider, and with somebody to write to. */
export const offers = standardPlans.map(
  (plan): PlanOffer => ({
    ...plan,
    ...(plan.price ? { priceId: `price_${plan.name}` } : {}),
    ...(plan.name === 'enterprise' && { contact: 'sales@utter.example' }),
  }),
)

export const aKey = (over: Partial<ApiKeyView> = {}): ApiKeyView => ({
  id: 'key-1',
  name: 'Production',
  scopes: ['jobs:write'],
  start: 'utter_9f2cT1',
  createdAt: since,
  lastUsedAt: null,
  expiresAt: null,
  networks: [],
  rate: null,
  monthlyCap: null,
  callsUsed: 0,
  isPaused: false,
  ...over,
})

export const aSession = (over: Partial<SessionRow> = {}): SessionRow => ({
  id: 'session-1',
  createdAt: since,
  lastUsedAt: since,
  address: '203.0.113.7',
  client: 'Firefox on Linux',
  isCurrent: false,
  ...over,
})

export const auditRow = (over: Partial<AuditRow> = {}): AuditRow => ({
  at: '2026-01-01T12:00:00.000Z',
  actor: 'owner',
  address: '203.0.113.7',
  action: 'signed-up',
  target: null,
  ...over,
})

export const anAnsweredRequest = (over: Partial<AnsweredRequest> = {}): AnsweredRequest => ({
  kind: 'request',
  requestId: '0f0a4a51-4a52-4c0f-9b7c-3f7d7a5f2c01',
  at: '2026-01-01T12:00:00.000Z',
  method: 'GET',
  path: '/api/jobs',
  status: 200,
  ms: 12,
  keyId: 'key-1',
  error: null,
  code: null,
  ...over,
})

export const anInvoice = (over: Partial<InvoiceView> = {}): InvoiceView => ({
  number: 'UTTER-0001',
  date: '2026-01-01T12:00:00.000Z',
  amount: 3900,
  currency: 'usd',
  state: 'paid',
  pdfUrl: 'https://pay.example/1/pdf',
  ...over,
})

export const referralsOf = (over: Partial<ReferralStats> = {}): ReferralStats => ({
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
  ...over,
})

/** @param values lines of credentials whose values differ, by their names */
export const settingsOf = (values: Record<string, string> = {}, over: Partial<Settings> = {}): Settings => ({
  credentials: Object.entries({
    'Chat model key': '••••••••9f2c',
    'Speech provider key': 'Not set (local model)',
    'Local token': '••••••••41ad',
    'Shared secret': '••••••••c07e',
    ...values,
  }).map(([name, value]) => ({ name, value })),
  chatModel: 'gpt-5-mini',
  maxCompletionTokens: 300,
  speechModel: 'eleven_multilingual_v2',
  outputFormat: 'mp3_48000_128',
  ...over,
})

/** A change to pro in the middle of a period, with tax, a discount and a credit. */
export const toPro = {
  ...{ tier: 'pro', currency: 'usd', prorationDate: '2026-01-16T12:00:00.000Z' },
  now: { amount: 6_193, tax: 988, discount: 500, credit: 123 },
  next: { amount: 23_681, tax: 3_781, discount: 0, at: '2026-02-01T00:00:00.000Z' },
} satisfies PlanChange

/** Settings of the notices as they are at first. @param over what differs, by kind */
export const mailSettingsOf = (
  over: Partial<Record<NoticeKind, Partial<MailSetting>>> = {},
  isMailing = true,
): MailSettings => ({
  isMailing,
  kinds: noticeKinds.map((kind) => {
    const { isOptional, webhookType }: NoticeRule = noticeRules[kind]
    const toWebhook = { webhookType: webhookType ?? null, isSentToWebhook: webhookType !== undefined }
    return { kind, isMailed: true, isOptional, ...toWebhook, ...over[kind] }
  }),
})

export const aNotice = (notice: Notice, over: Partial<NoticeView> = {}): NoticeView => ({
  id: `notice-${notice.kind}`,
  at: '2026-01-01T12:00:00.000Z',
  seenAt: null,
  notice,
  ...over,
})
