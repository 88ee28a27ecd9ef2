import type { Notice, NoticeKind, SecondFactorChange } from '@utter/contracts/http/notices/notice'
import { titleOf } from '@utter/contracts/tiers'
import type { Letter } from './letter.ts'

type Of<Kind extends NoticeKind> = Extract<Notice, { kind: Kind }>
/** All that a letter may say besides its notice. */
export type LetterContext = {
  at: Date
  /** Begins the addresses of the app. */
  publicUrl: string
  /** The link of its own, where its kind has one. */
  link: string
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC', hourCycle: 'h23' })
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })
const moneyOf = (amount: number, currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount)
const count = new Intl.NumberFormat('en')
const timeOf = (at: Date) => `${time.format(at)} UTC`

const notYou =
  'If this was not you, set a new password now by “Forgot your password?”: it ends every session, API key and passkey of your account.'

const secondFactor: Record<SecondFactorChange, { subject: string; what: string }> = {
  'app-on': {
    subject: 'Your authenticator app was turned on',
    what: 'A login by your password needs a code of your authenticator app now, or one of your recovery codes.',
  },
  'app-off': {
    subject: 'Your authenticator app was turned off',
    what: 'Your password alone logs in now. Your recovery codes are worth nothing any more.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used',
    what: 'Your account was logged in to by one of your recovery codes, which is worth nothing any more.',
  },
  'recovery-codes-renewed': {
    subject: 'New recovery codes were made',
    what: 'New recovery codes were made for your account. Those of before are worth nothing any more.',
  },
  'passkey-added': {
    subject: 'A passkey was added to your account',
    what: 'A passkey was added to your account. It logs in without your password.',
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your account',
    what: 'A passkey was removed from your account. It logs in nobody any more.',
  },
}

/** A letter for each kind of notice. */
const letters: { [Kind in NoticeKind]: (notice: Of<Kind>, context: LetterContext) => Letter } = {
  'email-verification': (_, { link }) => ({
    subject: 'Verify your email address',
    preview: 'One click, and we know that mails reach you.',
    paragraphs: ['Please confirm that this is your email address. Mails about your account and its usage go to it.'],
    button: { text: 'Verify this address', url: link },
    after: [
      'The link works once, within a day. If you did not sign up for Utter, ignore this mail: nothing else is sent.',
    ],
  }),
  'password-forgotten': (_, { link }) => ({
    subject: 'Set a new password',
    preview: 'The link works once, within an hour.',
    paragraphs: ['Somebody, you we hope, has asked for a link to set a new password for your account.'],
    button: { text: 'Set a new password', url: link },
    after: [
      'The link works once, within an hour. A new password ends every session, API key and passkey of your account.',
      'If you did not ask for it, ignore this mail: your password stays as it is.',
    ],
  }),
  'email-changed': ({ email }, { at, publicUrl }) => ({
    subject: 'Your email address was changed',
    preview: `Mails of your account go to ${email} now.`,
    paragraphs: [`The email address of your account is ${email} now. This one gets no more mails.`],
    facts: [['When', timeOf(at)]],
    button: { text: 'Open Utter', url: publicUrl },
    after: ['If this was not you, write to the operator of this platform at once: whoever did it knows your password.'],
  }),
  'password-changed': (_, { at, publicUrl }) => ({
    subject: 'Your password was changed',
    preview: 'Your other sessions have ended.',
    paragraphs: ['The password of your account was changed, and its other sessions have ended.'],
    facts: [['When', timeOf(at)]],
    button: { text: 'See what was done', url: `${publicUrl}/account#audit` },
    after: [notYou],
  }),
  'second-factor-changed': ({ change, name }, { at, publicUrl }) => ({
    subject: secondFactor[change].subject,
    preview: secondFactor[change].what,
    paragraphs: [secondFactor[change].what],
    facts: [...(name === undefined ? [] : [['Name', name] as [string, string]]), ['When', timeOf(at)]],
    button: { text: 'See your security', url: `${publicUrl}/account#security` },
    after: [`If this was you, there is nothing to do. ${notYou}`],
  }),
  'signed-in': ({ address, client }, { at, publicUrl }) => ({
    subject: 'New sign-in to your account',
    preview: `${client ?? 'A program'} from ${address ?? 'an unknown address'}`,
    paragraphs: ['Your account was signed in to from a browser and a network that we had not seen before.'],
    facts: [
      ['When', timeOf(at)],
      ['With', client ?? 'Not known'],
      ['From', address ?? 'Not known'],
    ],
    button: { text: 'See your sessions', url: `${publicUrl}/account#security` },
    after: [`If this was you, there is nothing to do. ${notYou}`],
  }),
  'key-created': ({ name }, { at, publicUrl }) => ({
    subject: `API key “${name}” was made`,
    preview: 'It works until you revoke it, or until its end.',
    paragraphs: ['An API key was made for your account. Whoever has it can do what its scopes allow.'],
    facts: [
      ['Name', name],
      ['When', timeOf(at)],
    ],
    button: { text: 'See your keys', url: `${publicUrl}/account#keys` },
    after: ['If this was not you, revoke the key there and set a new password.'],
  }),
  'account-deleted': (_, { at }) => ({
    subject: 'Your account was deleted',
    preview: 'Its texts and its sound are removed.',
    paragraphs: [
      'Your account was deleted. Its sessions and keys are worth nothing, and its jobs with their texts and sound are being removed.',
      'Thank you for having been here.',
    ],
    facts: [['When', timeOf(at)]],
  }),
  'plan-changed': ({ from, to }, { at, publicUrl }) => ({
    subject: `Your plan is ${titleOf(to)} now`,
    preview: `It was ${titleOf(from)} before.`,
    paragraphs: [`The plan of your account is ${titleOf(to)} now. It was ${titleOf(from)} before.`],
    facts: [['Since', timeOf(at)]],
    button: { text: 'See your plan', url: `${publicUrl}/account` },
  }),
  'payment-failed': ({ amount, currency, retryAt }, { publicUrl }) => ({
    subject: 'Your payment failed',
    preview: 'Please look at your card, so that your plan goes on.',
    paragraphs: [
      `A payment of ${moneyOf(amount, currency)} for your plan could not be taken. Until it is, your plan is at risk; nothing of yours is lost.`,
    ],
    ...(retryAt && { facts: [['Tried again', day.format(new Date(retryAt))]] as [string, string][] }),
    button: { text: 'Look at the payment', url: `${publicUrl}/account` },
  }),
  'invoice-paid': ({ amount, currency, number }, { at, publicUrl }) => ({
    subject: `Invoice over ${moneyOf(amount, currency)}`,
    preview: 'It is paid. Thank you.',
    paragraphs: [`Your invoice over ${moneyOf(amount, currency)} is paid. Thank you.`],
    facts: [...(number ? [['Invoice', number] as [string, string]] : []), ['Paid', day.format(at)]],
    button: { text: 'See your invoices', url: `${publicUrl}/account#invoices` },
  }),
  'calls-used': ({ percent, used, limit }, { publicUrl }) => ({
    subject: percent >= 100 ? 'All calls of this period are used' : `${percent} % of your calls are used`,
    preview: `${count.format(used)} of ${count.format(limit)} calls.`,
    paragraphs: [
      `Your account has used ${count.format(used)} of the ${count.format(limit)} calls that this period has.`,
      percent >= 100
        ? 'Further calls are overage where your plan has it, and are refused where it has none.'
        : 'There is nothing to do, unless you expect more of them.',
    ],
    button: { text: 'See your usage', url: `${publicUrl}/account#usage` },
  }),
  'spending-reached': ({ percent, spent, limit }, { publicUrl }) => ({
    subject: percent >= 100 ? 'Your spending limit is reached' : `${percent} % of your spending limit is used`,
    preview: `${dollars.format(spent)} of ${dollars.format(limit)}.`,
    paragraphs: [
      `Overage of this period has come to ${dollars.format(spent)}, of the ${dollars.format(limit)} that you have allowed.`,
      percent >= 100
        ? 'Further calls are refused until the period ends, or you raise the limit.'
        : 'At the limit further calls are refused until the period ends, or you raise it.',
    ],
    button: { text: 'See your usage', url: `${publicUrl}/account#usage` },
  }),
  'webhook-failing': ({ percent, host, since }, { publicUrl }) => ({
    subject: `Your webhook at ${host} fails`,
    preview: `Nothing was delivered since ${timeOf(new Date(since))}.`,
    paragraphs: [
      `Nothing could be delivered to your webhook at ${host} for a while: ${percent} % of the five days are over after which it is disabled.`,
      'Events are tried again for a day each; what was missed can be sent once more.',
    ],
    facts: [['Failing since', timeOf(new Date(since))]],
    button: { text: 'See the deliveries', url: `${publicUrl}/account#webhook` },
  }),
  'webhook-disabled': ({ host, reason }, { at, publicUrl }) => ({
    subject: `Your webhook at ${host} is disabled`,
    preview: 'Nothing is sent to it until you set its address again.',
    paragraphs: [
      reason === 'gone'
        ? `Your webhook at ${host} has answered 410 Gone, so it is disabled: nothing is sent to it until you set its address again.`
        : `Your webhook at ${host} has failed for five days, so it is disabled: nothing is sent to it until you set its address again.`,
      'Events of this time are kept for 30 days and can be sent then.',
    ],
    facts: [['Since', timeOf(at)]],
    button: { text: 'Set the webhook', url: `${publicUrl}/account#webhook` },
  }),
}

export function letterOf(notice: Notice, context: LetterContext): Letter {
  const write = letters[notice.kind] as (notice: Notice, context: LetterContext) => Letter
  return write(notice, context)
}
