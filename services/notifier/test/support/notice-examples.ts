import type { Notice } from '@utter/contracts/http/notices/notice'

/** A notice of each kind. */
export const noticeExamples: { [Kind in Notice['kind']]: Extract<Notice, { kind: Kind }> } = {
  'email-verification': { kind: 'email-verification' },
  'password-forgotten': { kind: 'password-forgotten' },
  'email-changed': { kind: 'email-changed', email: 'new@example.com' },
  'password-changed': { kind: 'password-changed' },
  'second-factor-changed': { kind: 'second-factor-changed', change: 'passkey-added', name: 'My <i>phone' },
  'signed-in': { kind: 'signed-in', address: '203.0.113.7', client: 'Firefox on Linux' },
  'key-created': { kind: 'key-created', name: 'CI <b>&"' },
  'account-deleted': { kind: 'account-deleted' },
  'plan-changed': { kind: 'plan-changed', from: 'free', to: 'pro' },
  'payment-failed': { kind: 'payment-failed', amount: 79, currency: 'usd', retryAt: '2026-03-23T12:00:00.000Z' },
  'invoice-paid': { kind: 'invoice-paid', amount: 79.5, currency: 'eur', number: 'UT-0007' },
  'calls-used': { kind: 'calls-used', percent: 80, used: 4_000, limit: 5_000 },
  'spending-reached': { kind: 'spending-reached', percent: 50, spent: 25, limit: 50 },
  'webhook-failing': {
    kind: 'webhook-failing',
    percent: 50,
    host: 'hooks.example.com',
    since: '2026-03-18T00:00:00.000Z',
  },
  'webhook-disabled': { kind: 'webhook-disabled', host: 'hooks.example.com', reason: 'gone' },
}
