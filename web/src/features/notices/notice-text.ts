import type { Notice, NoticeKind, SecondFactorChange } from '@utter/contracts/http/notices/notice'
import { paths } from '@utter/contracts/screens'
import { titleOf } from '@utter/contracts/tiers'
import { grouped } from '../../lib/format/counted.ts'
import { locale } from '../../lib/format/locale.ts'
import { dollars } from '../../lib/format/money.ts'
import { disabledReasonLabels } from '../webhooks/disabled-reason-labels.ts'

type Of<Kind extends NoticeKind> = Extract<Notice, { kind: Kind }>

/** Where a notice is dealt with, as a path of the app, and its sentence. */
interface NoticeText {
  text: string
  to: string
}

const part = (id: string) => `${paths.account}#${id}`
const sum = (amount: number, currency: string) =>
  new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amount)

const secondFactorTexts: Record<SecondFactorChange, string> = {
  'app-on': 'An authenticator app is asked at each login.',
  'app-off': 'No authenticator app is asked any more.',
  'recovery-codes-renewed': 'There are new recovery codes.',
  'recovery-code-used': 'A recovery code was used.',
  'passkey-added': 'A passkey was added:',
  'passkey-removed': 'A passkey was removed:',
}

const texts: { [Kind in NoticeKind]: (notice: Of<Kind>) => NoticeText } = {
  'email-verification': () => ({ text: 'A link was sent to your address.', to: part('profile') }),
  'password-forgotten': () => ({ text: 'A link for a new password was sent.', to: part('security') }),
  'email-changed': ({ email }) => ({ text: `Mails go to ${email} now.`, to: part('profile') }),
  'password-changed': () => ({ text: 'Your other sessions have ended.', to: part('audit') }),
  'second-factor-changed': ({ change, name }) => ({
    text: name === undefined ? secondFactorTexts[change] : `${secondFactorTexts[change]} ${name}`,
    to: part('security'),
  }),
  'signed-in': ({ client, address }) => ({
    text: `${client ?? 'A program'} from ${address ?? 'an unknown address'}`,
    to: part('security'),
  }),
  'key-created': ({ name }) => ({ text: name, to: part('keys') }),
  'account-deleted': () => ({ text: 'Your account is removed.', to: paths.account }),
  'plan-changed': ({ from, to }) => ({
    text: `It is ${titleOf(to)} now, and was ${titleOf(from)} before.`,
    to: part('subscription'),
  }),
  'payment-failed': ({ amount, currency }) => ({
    text: `${sum(amount, currency)} could not be taken.`,
    to: part('subscription'),
  }),
  'invoice-paid': ({ amount, currency, number }) => ({
    text: number ? `${sum(amount, currency)}, invoice ${number}` : sum(amount, currency),
    to: part('invoices'),
  }),
  'calls-used': ({ percent, used, limit }) => ({
    text: `${percent} %: ${grouped(used)} of ${grouped(limit)} calls of the period`,
    to: part('usage'),
  }),
  'spending-reached': ({ percent, spent, limit }) => ({
    text: `${percent} %: ${dollars(spent)} of ${dollars(limit)}`,
    to: part('usage'),
  }),
  'webhook-failing': ({ host }) => ({ text: `Nothing could be delivered to ${host}.`, to: part('webhook') }),
  'webhook-disabled': ({ host, reason }) => ({ text: `${host}: ${disabledReasonLabels[reason]}`, to: part('webhook') }),
}

export function noticeText(notice: Notice): NoticeText {
  const write = texts[notice.kind] as (notice: Notice) => NoticeText
  return write(notice)
}
