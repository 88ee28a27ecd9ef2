/** A part of My Account: the anchor of its card, its title there, and other words by which it is looked for. */
export interface AccountPart {
  id: string
  title: string
  words: string
}

/** In the order of the screen. */
export const accountParts = [
  { id: 'usage', title: 'Usage', words: 'calls quota limit spending overage csv' },
  { id: 'subscription', title: 'Subscription', words: 'billing plan price cancel payment card' },
  { id: 'upgrade', title: 'Upgrade', words: 'plan billing' },
  { id: 'invoices', title: 'Invoices', words: 'billing receipts payments pdf tax' },
  { id: 'referrals', title: 'Referrals', words: 'invite friends bonus calls link' },
  { id: 'voices', title: 'Own voices', words: 'blend clone' },
  { id: 'pronunciations', title: 'Pronunciations', words: 'words names lexicon dictionary' },
  { id: 'keys', title: 'API keys', words: 'token secret program' },
  { id: 'profile', title: 'Profile', words: 'email address username name' },
  { id: 'security', title: 'Security', words: 'password sessions devices' },
  { id: 'notifications', title: 'Notifications', words: 'mails emails unsubscribe alerts notices' },
  { id: 'webhook', title: 'Webhook', words: 'webhooks deliveries callback signing secret' },
  { id: 'audit', title: 'Audit log', words: 'security events history' },
  { id: 'export', title: 'Your data', words: 'export download privacy gdpr' },
  { id: 'delete', title: 'Delete account', words: 'close remove privacy' },
] as const satisfies AccountPart[]
