import type { Notice, NoticeKind, SecondFactorChange } from '@utter/contracts/http/notices/notice'
import { paths } from '@utter/contracts/screens'
import { titleOf } from '@utter/contracts/tiers'
import { grouped } from '../../lib/format/counted.ts'
import { locale } from '../../lib/format/locale.ts'
import { dollars } from '../../lib/format/money.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { disabledReasonLabels } from '../webhooks/disabled-reason-labels.ts'

type Of<Kind extends NoticeKind> = Extract<Notice, { kind: Kind }>

/** Where a notice is dealt with, as a path of the app, and its sentence. */
interface NoticeText {
  text: string
  to: string
}

const part = (id: string) => `${paths.account}#${id}`
const sum = (amount: number, currency: string) =>
  new Intl.NumberFormat(locale(), { style: 'currency', currency }).format(amount)

const secondFactorTexts: Record<SecondFactorChange, MessageDescriptor> = {
  'app-on': msg('An authenticator app is asked at each login.'),
  'app-off': msg('No authenticator app is asked any more.'),
  'recovery-codes-renewed': msg('There are new recovery codes.'),
  'recovery-code-used': msg('A recovery code was used.'),
  'passkey-added': msg('A passkey was added.'),
  'passkey-removed': msg('A passkey was removed.'),
}

function secondFactorText({ change, name }: Of<'second-factor-changed'>): string {
  if (name !== undefined && change === 'passkey-added') return t('A passkey was added: {name}', { name })
  if (name !== undefined && change === 'passkey-removed') return t('A passkey was removed: {name}', { name })
  return t(secondFactorTexts[change])
}

function signInText({ client, address }: Of<'signed-in'>): string {
  if (client && address) return t('{program} from {address}', { program: client, address })
  if (client) return t('{program} from an unknown address', { program: client })
  return address ? t('A program from {address}', { address }) : t('A program from an unknown address')
}

const texts: { [Kind in NoticeKind]: (notice: Of<Kind>) => NoticeText } = {
  'email-verification': () => ({ text: t('A link was sent to your address.'), to: part('profile') }),
  'password-forgotten': () => ({ text: t('A link for a new password was sent.'), to: part('security') }),
  'email-changed': ({ email }) => ({ text: t('Mails go to {email} now.', { email }), to: part('profile') }),
  'password-changed': () => ({ text: t('Your other sessions have ended.'), to: part('audit') }),
  'second-factor-changed': (notice) => ({ text: secondFactorText(notice), to: part('security') }),
  'signed-in': (notice) => ({ text: signInText(notice), to: part('security') }),
  'key-created': ({ name }) => ({ text: name, to: part('keys') }),
  'account-deleted': () => ({ text: t('Your account is removed.'), to: paths.account }),
  'plan-changed': ({ from, to }) => ({
    text: t('It is {plan} now, and was {formerPlan} before.', { plan: titleOf(to), formerPlan: titleOf(from) }),
    to: part('subscription'),
  }),
  'payment-failed': ({ amount, currency }) => ({
    text: t('{amount} could not be taken.', { amount: sum(amount, currency) }),
    to: part('subscription'),
  }),
  'invoice-paid': ({ amount, currency, number }) => ({
    text: number ? t('{amount}, invoice {number}', { amount: sum(amount, currency), number }) : sum(amount, currency),
    to: part('invoices'),
  }),
  'calls-used': ({ percent, used, limit }) => ({
    text: t('{percent} %: {used} of {limit} calls of the period', {
      percent,
      used: grouped(used),
      limit: grouped(limit),
    }),
    to: part('usage'),
  }),
  'spending-reached': ({ percent, spent, limit }) => ({
    text: t('{percent} %: {spent} of {limit}', { percent, spent: dollars(spent), limit: dollars(limit) }),
    to: part('usage'),
  }),
  'webhook-failing': ({ host }) => ({
    text: t('Nothing could be delivered to {host}.', { host }),
    to: part('webhook'),
  }),
  'webhook-disabled': ({ host, reason }) => ({
    text: `${host}: ${t(disabledReasonLabels[reason])}`,
    to: part('webhook'),
  }),
}

export function noticeText(notice: Notice): NoticeText {
  const write = texts[notice.kind] as (notice: Notice) => NoticeText
  return write(notice)
}
