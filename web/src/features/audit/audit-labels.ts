import type { AuditAction, AuditActor, AuditRow } from '@utter/contracts/http/account/audit'
import { TierName, titleOf } from '@utter/contracts/tiers'
import { grouped } from '../../lib/format/counted.ts'
import { t } from '../../lib/language/words.ts'

/** 'Logged in with Firefox on Linux', or without the name where there is none. */
const named = (before: string, link: string) => (target: string | null) =>
  target ? `${before} ${link}${target}` : before

const aboutKey = (act: string) => (target: string | null) =>
  target ? t('API key “{target}” {act}', { target, act }) : `An API key ${act}`

/** The sentence of each action; a new action does not compile without its own. */
const sentences: Record<AuditAction, (target: string | null) => string> = {
  'signed-up': () => t('Account created'),
  'logged-in': named('Logged in', 'with '),
  'login-failed': named('Log-in with a wrong password', 'from '),
  'logged-out': named('Logged out', 'of '),
  'email-changed': named('Email changed', 'to '),
  'verification-asked': named('Link to verify the email sent', 'to '),
  'email-verified': (target) => (target ? t('Email verified: {target}', { target }) : t('Email verified')),
  'password-changed': (target) => (target ? t('Password changed, {target}', { target }) : t('Password changed')),
  'reset-link-asked': () => t('Link for a new password asked for'),
  'reset-link-created': () => t('Link for a new password made'),
  'password-reset': () => t('New password set by a link'),
  'second-factor-on': () => t('Authenticator app turned on'),
  'second-factor-off': () => t('Authenticator app turned off'),
  'code-failed': named('Right password with a wrong code', 'from '),
  'recovery-code-used': () => t('Recovery code used'),
  'recovery-codes-renewed': () => t('New recovery codes made'),
  'passkey-added': (target) => (target ? t('Passkey “{target}” added', { target }) : t('Passkey added')),
  'passkey-removed': (target) => (target ? t('Passkey “{target}” removed', { target }) : t('Passkey removed')),
  'session-ended': named('Session ended', 'of '),
  'other-sessions-ended': () => t('All other sessions ended'),
  'key-created': aboutKey('created'),
  'key-rerolled': aboutKey('rerolled'),
  'key-revoked': aboutKey('revoked'),
  'plan-set': (target) => {
    const tier = TierName.safeParse(target).data
    return tier ? t('Plan changed to {tier}', { tier: titleOf(tier) }) : t('Plan changed')
  },
  'rate-set': (target) => (target ? t('Rate limit set to {target} requests in 60 s', { target }) : t('Rate limit set')),
  'account-suspended': named('Account suspended', 'because: '),
  'account-resumed': () => t('Suspension ended'),
  'webhook-set': named('Webhook set', 'to '),
  'webhook-removed': () => t('Webhook removed'),
  'webhook-disabled': named('Webhook disabled', 'at '),
}

const actors: Record<AuditActor, string> = {
  owner: 'You',
  visitor: 'Somebody who was not logged in',
  operator: 'The operator',
  billing: 'Billing',
  delivery: 'The delivery of webhooks',
}

/** The action of a row: 'API key “CI” created', and how often it was where it was counted. */
export const sentenceOfRow = ({ action, target, count = 1 }: AuditRow): string =>
  count > 1 ? `${sentences[action](target)}, ${grouped(count)} times` : sentences[action](target)

/** By whom, and from where: 'You · 203.0.113.7'. */
export const sourceOfRow = ({ actor, address }: AuditRow): string =>
  address ? `${actors[actor]} · ${address}` : actors[actor]
