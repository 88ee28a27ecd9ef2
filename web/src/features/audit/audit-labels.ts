import type { AuditAction, AuditActor, AuditRow, KeyField } from '@utter/contracts/http/account/audit'
import { TierName, titleOf } from '@utter/contracts/tiers'
import { counted } from '../../lib/format/counted.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'

/** The sentence of each action, with what it was about where that is known; a new action does not compile without its own. */
const sentences: Record<AuditAction, (target: string | null) => string> = {
  'signed-up': () => t('Account created'),
  'logged-in': (target) => (target ? t('Logged in with {program}', { program: target }) : t('Logged in')),
  'login-failed': (target) =>
    target ? t('Log-in with a wrong password from {program}', { program: target }) : t('Log-in with a wrong password'),
  'logged-out': (target) => (target ? t('Logged out of {program}', { program: target }) : t('Logged out')),
  'email-changed': (target) => (target ? t('Email changed to {email}', { email: target }) : t('Email changed')),
  'verification-asked': (target) =>
    target ? t('Link to verify the email sent to {email}', { email: target }) : t('Link to verify the email sent'),
  'email-verified': (target) => (target ? t('Email verified: {email}', { email: target }) : t('Email verified')),
  'password-changed': (target) => (target ? t('Password changed, all API keys ended') : t('Password changed')),
  'reset-link-asked': () => t('Link for a new password asked for'),
  'reset-link-created': () => t('Link for a new password made'),
  'password-reset': () => t('New password set by a link'),
  'second-factor-on': () => t('Authenticator app turned on'),
  'second-factor-off': () => t('Authenticator app turned off'),
  'code-failed': (target) =>
    target
      ? t('Right password with a wrong code from {program}', { program: target })
      : t('Right password with a wrong code'),
  'recovery-code-used': () => t('Recovery code used'),
  'recovery-codes-renewed': () => t('New recovery codes made'),
  'passkey-added': (target) => (target ? t('Passkey “{name}” added', { name: target }) : t('Passkey added')),
  'passkey-removed': (target) => (target ? t('Passkey “{name}” removed', { name: target }) : t('Passkey removed')),
  'session-ended': (target) => (target ? t('Session ended of {program}', { program: target }) : t('Session ended')),
  'other-sessions-ended': () => t('All other sessions ended'),
  'key-created': (target) => (target ? t('API key “{name}” created', { name: target }) : t('An API key created')),
  'key-rerolled': (target) => (target ? t('API key “{name}” rerolled', { name: target }) : t('An API key rerolled')),
  'key-changed': (target) => (target ? t('API key “{name}” changed', { name: target }) : t('An API key changed')),
  'key-paused': (target) => (target ? t('API key “{name}” paused', { name: target }) : t('An API key paused')),
  'key-resumed': (target) => (target ? t('API key “{name}” resumed', { name: target }) : t('An API key resumed')),
  'key-revoked': (target) => (target ? t('API key “{name}” revoked', { name: target }) : t('An API key revoked')),
  'plan-set': (target) => {
    const tier = TierName.safeParse(target).data
    return tier ? t('Plan changed to {plan}', { plan: titleOf(tier) }) : t('Plan changed')
  },
  'rate-set': (target) =>
    target ? t('Rate limit set to {max} requests in 60 s', { max: target }) : t('Rate limit set'),
  'account-suspended': (target) =>
    target ? t('Account suspended because: {reason}', { reason: target }) : t('Account suspended'),
  'account-resumed': () => t('Suspension ended'),
  'webhook-set': (target) => (target ? t('Webhook set to {address}', { address: target }) : t('Webhook set')),
  'webhook-removed': () => t('Webhook removed'),
  'webhook-disabled': (target) =>
    target ? t('Webhook disabled at {address}', { address: target }) : t('Webhook disabled'),
}

const actors: Record<AuditActor, MessageDescriptor> = {
  owner: msg('You'),
  visitor: msg('Somebody who was not logged in'),
  operator: msg('The operator'),
  billing: msg('Billing'),
  delivery: msg('The delivery of webhooks'),
}

const keyFieldLabels: Record<KeyField, MessageDescriptor> = {
  name: msg('name'),
  networks: msg('networks'),
  rate: msg('rate'),
  monthlyCap: msg('monthly cap'),
}

/** The action of a row: 'API key “CI” created', with how often it was where it was counted, and what of a key was changed. */
export function sentenceOfRow({ action, target, changed, count = 1 }: AuditRow): string {
  const sentence = sentences[action](target)
  if (changed) return `${sentence} (${changed.map((field) => t(keyFieldLabels[field])).join(', ')})`
  return count > 1 ? `${sentence}, ${counted(count, 'time')}` : sentence
}

/** By whom, and from where: 'You · 203.0.113.7'. */
export const sourceOfRow = ({ actor, address }: AuditRow): string =>
  address ? `${t(actors[actor])} · ${address}` : t(actors[actor])
