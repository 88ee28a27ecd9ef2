import { type MessageDescriptor, msg } from './language/words.ts'

/** A part of My Account: the anchor of its card, its title there, and other words by which it is looked for, in English alone. */
export interface AccountPart {
  id: string
  title: MessageDescriptor
  words: string
}

/** In the order of the screen. */
export const accountParts = [
  { id: 'usage', title: msg('Usage'), words: 'calls quota limit spending overage csv' },
  { id: 'subscription', title: msg('Subscription'), words: 'billing plan price cancel payment card' },
  { id: 'upgrade', title: msg('Upgrade'), words: 'plan billing' },
  { id: 'invoices', title: msg('Invoices'), words: 'billing receipts payments pdf tax' },
  { id: 'referrals', title: msg('Referrals'), words: 'invite friends bonus calls link' },
  { id: 'voices', title: msg('Own voices'), words: 'blend clone' },
  { id: 'pronunciations', title: msg('Pronunciations'), words: 'words names lexicon dictionary' },
  { id: 'keys', title: msg('API keys'), words: 'token secret program' },
  { id: 'profile', title: msg('Profile'), words: 'email address username name' },
  { id: 'security', title: msg('Security'), words: 'password sessions devices' },
  { id: 'notifications', title: msg('Notifications'), words: 'mails emails unsubscribe alerts notices' },
  { id: 'webhook', title: msg('Webhook'), words: 'webhooks deliveries callback signing secret' },
  { id: 'audit', title: msg('Audit log'), words: 'security events history' },
  { id: 'export', title: msg('Your data'), words: 'export download privacy gdpr' },
  { id: 'delete', title: msg('Delete account'), words: 'close remove privacy' },
] as const satisfies AccountPart[]
