import type { AuditRow } from '@utter/contracts/http/account/audit'
import type { PronunciationsView } from '@utter/contracts/http/pronunciations'
import {
  aKey,
  aNotice,
  anInvoice,
  aSession,
  aUser,
  auditRow,
  mailSettingsOf,
  offers,
  referralsOf,
  settingsOf,
  usageOf,
} from '@utter/web/test/answers/account'
import { anOwnVoice, blendableVoices } from '@utter/web/test/answers/jobs'
import { aPasskey, guardsOf, recoveryCodes, startedTotp, totpOn } from '@utter/web/test/answers/second-factor'
import { webhookViews } from '@utter/web/test/answers/webhooks'
import { type Answers, busy, refusedAnswer, visitor } from './api.ts'
import { instant } from './jobs.ts'

const minute = 60
const day = 24 * 60 * minute
const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' }

const user = aUser({
  subscriptionTier: 'creator',
  apiCallsUsed: 12_480,
  apiCallsLimit: 15_000,
  billingPeriodStart: period.start,
  billingPeriodEnd: period.end,
  referralCode: 'MIRA7K2D',
  bonusCallsEarned: 350,
  referralCount: 7,
})

// The bars of the look: 24 days, then days to come.
const calls = [
  260, 390, 460, 165, 140, 430, 500, 570, 520, 660, 230, 190, 610, 690, 640, 750, 770, 305, 255, 730, 785, 740, 860,
  800,
]

const usage = usageOf({
  tier: 'creator',
  periodStart: period.start,
  periodEnd: period.end,
  apiCallsUsed: 12_480,
  apiCallsLimit: 15_000,
  bonusCallsEarned: 350,
  bonusCallsLeft: 350,
  spendingLimit: 79,
  maxSpendingLimit: 790,
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
})

const createdAt = instant(60 * day)
const keys = [
  aKey({ createdAt, scopes: ['jobs:write', 'jobs:read'], lastUsedAt: instant(2 * minute), callsUsed: 9_870 }),
  aKey({
    id: 'key-2',
    name: 'Podcast build',
    start: 'utter_41adQe',
    createdAt,
    lastUsedAt: instant(3 * day),
    monthlyCap: 5_000,
    callsUsed: 2_100,
    expiresAt: '2027-01-01T00:00:00.000Z',
  }),
  aKey({
    id: 'key-3',
    name: 'Usage report',
    start: 'utter_c07eXa',
    createdAt,
    scopes: ['usage:read'],
    networks: ['203.0.113.7', '10.0.0.0/8'],
    rate: 5,
    isPaused: true,
  }),
]

const sessions = [
  aSession({ isCurrent: true, lastUsedAt: instant(0), signedInBy: 'code' }),
  aSession({
    id: 'session-2',
    client: 'Safari on iOS',
    address: '198.51.100.24',
    lastUsedAt: instant(4 * day),
    signedInBy: 'passkey',
  }),
]

const row = (secondsAgo: number, action: AuditRow['action'], over: Partial<AuditRow> = {}) =>
  auditRow({ at: instant(secondsAgo), action, ...over })
const audit = [
  row(3 * minute, 'key-created', { target: 'Production' }),
  row(2 * 60 * minute, 'login-failed', { actor: 'visitor', address: '192.0.2.91' }),
  row(day, 'plan-set', { actor: 'billing', address: null, target: 'creator' }),
  row(4 * day, 'logged-in', { target: 'Safari on iOS' }),
  row(30 * day, 'signed-up'),
]

const invoices = [
  anInvoice({
    ...{ number: 'UTTER-0007', date: '2026-11-01T09:00:00.000Z', amount: 8_240 },
    ...{ state: 'payment_failed', payUrl: 'https://pay.example/7' },
  }),
  anInvoice({ number: 'UTTER-0006', date: '2026-10-01T09:00:00.000Z', amount: 7_900 }),
  anInvoice({ number: 'UTTER-0005', date: '2026-09-12T09:00:00.000Z', amount: 2_483, state: 'partially_refunded' }),
]

const ownVoices = [
  anOwnVoice('Narrator for the long evenings'),
  anOwnVoice('Ada', { id: 'pNInz6obpgDQGcFmaJgB', description: 'English, by ElevenLabs', blend: undefined }),
]

const pronunciations: PronunciationsView = {
  entries: [
    { from: 'SQL', to: 'sequel', caseSensitive: true, wholeWord: true },
    { from: 'Nguyen', to: 'win', caseSensitive: false, wholeWord: true },
    { from: 'GmbH', to: 'Geh em be ha', caseSensitive: false, wholeWord: true, language: 'de' },
  ],
  applied: true,
}

const notices = [
  aNotice(
    { kind: 'calls-used', percent: 80, used: 12_000, limit: 15_000 },
    { id: 'notice-3', at: instant(3 * 60 * minute) },
  ),
  aNotice({ kind: 'key-created', name: 'Production' }, { id: 'notice-2', at: instant(2 * day) }),
  aNotice(
    { kind: 'signed-in', client: 'Safari on iOS', address: '198.51.100.24' },
    { id: 'notice-1', at: instant(4 * day), seenAt: instant(3 * day) },
  ),
]

/** The list of a plan before, on one that has none. */
export const notApplied: PronunciationsView = { ...pronunciations, applied: false }

const partsWithRows = [
  '/api/keys',
  '/api/auth/sessions',
  '/api/auth/second-factor',
  '/api/auth/audit',
  '/api/settings/notifications',
  '/api/settings/webhook',
  '/api/billing/invoices',
  '/api/pronunciations',
]

/** A customer of the creator plan, near the end of the month's calls. */
export const creator: Answers = {
  ...busy,
  '/api/auth/me': { user },
  '/api/plans': offers.map((offer) => (offer.priceId ? { ...offer, tax: 'none' } : offer)),
  '/api/usage': usage,
  '/api/referrals/stats': referralsOf(),
  '/api/keys': keys,
  '/api/voices': blendableVoices(),
  '/api/voices/mine': ownVoices,
  '/api/pronunciations': pronunciations,
  '/api/auth/sessions': sessions,
  '/api/auth/second-factor': guardsOf(),
  'POST /api/auth/second-factor/totp': startedTotp,
  '/api/auth/audit': audit,
  '/api/billing/invoices': invoices,
  '/api/settings': settingsOf(),
  '/api/notifications': { unseen: notices.filter(({ seenAt }) => seenAt === null).length, notices },
  '/api/settings/notifications': mailSettingsOf({
    'invoice-paid': { isMailed: false },
    'calls-used': { isSentToWebhook: false },
  }),
  '/api/settings/webhook': webhookViews().none,
  '/api/webhooks/deliveries': [],
  'POST /api/stripe/preview-upgrade': {
    change: {
      ...{ tier: 'pro', currency: 'usd', prorationDate: '2026-11-24T10:00:00.000Z' },
      now: { amount: 2_619, tax: 419, discount: 0, credit: 0 },
      next: { amount: 23_681, tax: 3_781, discount: 0, at: period.end },
    },
  },
}

/** The same with an authenticator app and passkeys. */
export const guarded: Answers = {
  ...creator,
  '/api/auth/second-factor': guardsOf({
    totp: totpOn,
    recoveryCodesLeft: 8,
    passkeys: [aPasskey({ lastUsedAt: instant(3 * day) }), aPasskey({ id: 'passkey-2', name: 'Firefox on Linux' })],
  }),
  'POST /api/auth/second-factor/recovery-codes': { recoveryCodes },
}

/** A visitor whose account asks for a code. */
export const codeNeeded: Answers = {
  ...visitor,
  'POST /api/auth/login': refusedAnswer(401, 'A code of your authenticator app is needed', 'second_factor_required', {
    ticket: 'a ticket',
  }),
}

/** The parts of an account that ask for data of their own, while none has come. */
const waitingFor = (paths: readonly string[]): Answers => Object.fromEntries(paths.map((path) => [path, undefined]))
const partsOfAccount = [...partsWithRows, '/api/plans', '/api/usage', '/api/referrals/stats', '/api/voices/mine']
export const waitingAccount: Answers = { ...creator, ...waitingFor(partsOfAccount) }
/** The same of a new customer. */
export const waitingNewAccount: Answers = { ...busy, ...waitingFor(partsOfAccount) }

/** A customer some of whose parts cannot be read. */
export const unread: Answers = Object.fromEntries(
  Object.entries(creator).filter(([path]) => !partsWithRows.includes(path)),
)
