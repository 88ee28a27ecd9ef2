import type { NoticeKind } from '@utter/contracts/http/notices/notice'

interface NoticeLabel {
  title: string
  /** When it is sent, in one sentence. */
  about: string
}

/** The kinds of notices, as the settings and the list name them. */
export const noticeLabels: Record<NoticeKind, NoticeLabel> = {
  'email-verification': { title: 'Email verification', about: 'A link that verifies your address.' },
  'password-forgotten': { title: 'Forgotten password', about: 'A link for a new password, when one is asked for.' },
  'email-changed': { title: 'Email changed', about: 'Your account has another address.' },
  'password-changed': { title: 'Password changed', about: 'Your account has another password.' },
  'second-factor-changed': {
    title: 'Second factor changed',
    about: 'An authenticator app, a recovery code or a passkey of your account.',
  },
  'signed-in': { title: 'New sign-in', about: 'Somebody has signed in from a new browser and network.' },
  'key-created': { title: 'API key created', about: 'Your account has a new API key.' },
  'account-deleted': { title: 'Account deleted', about: 'Your account and its data are removed.' },
  'plan-changed': { title: 'Plan changed', about: 'Your account has another plan.' },
  'payment-failed': { title: 'Payment failed', about: 'A payment for your plan could not be taken.' },
  'invoice-paid': { title: 'Invoice paid', about: 'A payment for your plan was taken.' },
  'calls-used': { title: 'Calls used', about: 'Much or all of the calls of a billing period is used.' },
  'spending-reached': { title: 'Spending limit', about: 'Overage comes near your spending limit, or reaches it.' },
  'webhook-failing': { title: 'Webhook failing', about: 'Nothing could be delivered to your webhook for a while.' },
  'webhook-disabled': { title: 'Webhook disabled', about: 'Your webhook has failed for too long, or is gone.' },
}
