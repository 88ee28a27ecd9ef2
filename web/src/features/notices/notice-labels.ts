import type { NoticeKind } from '@utter/contracts/http/notices/notice'
import { type MessageDescriptor, msg } from '../../lib/language/words.ts'

interface NoticeLabel {
  title: MessageDescriptor
  /** When it is sent, in one sentence. */
  about: MessageDescriptor
}

/** The kinds of notices, as the settings and the list name them. */
export const noticeLabels: Record<NoticeKind, NoticeLabel> = {
  'email-verification': { title: msg('Email verification'), about: msg('A link that verifies your address.') },
  'password-forgotten': {
    title: msg('Forgotten password'),
    about: msg('A link for a new password, when one is asked for.'),
  },
  'email-changed': { title: msg('Email changed'), about: msg('Your account has another address.') },
  'password-changed': { title: msg('Password changed'), about: msg('Your account has another password.') },
  'second-factor-changed': {
    title: msg('Second factor changed'),
    about: msg('An authenticator app, a recovery code or a passkey of your account.'),
  },
  'signed-in': { title: msg('New sign-in'), about: msg('Somebody has signed in from a new browser and network.') },
  'key-created': { title: msg('API key created'), about: msg('Your account has a new API key.') },
  'account-deleted': { title: msg('Account deleted'), about: msg('Your account and its data are removed.') },
  'plan-changed': { title: msg('Plan changed'), about: msg('Your account has another plan.') },
  'payment-failed': { title: msg('Payment failed'), about: msg('A payment for your plan could not be taken.') },
  'invoice-paid': { title: msg('Invoice paid'), about: msg('A payment for your plan was taken.') },
  'calls-used': { title: msg('Calls used'), about: msg('Much or all of the calls of a billing period is used.') },
  'spending-reached': {
    title: msg('Spending limit'),
    about: msg('Overage comes near your spending limit, or reaches it.'),
  },
  'webhook-failing': {
    title: msg('Webhook failing'),
    about: msg('Nothing could be delivered to your webhook for a while.'),
  },
  'webhook-disabled': {
    title: msg('Webhook disabled'),
    about: msg('Your webhook has failed for too long, or is gone.'),
  },
}
