import type { Notice, NoticeKind, SecondFactorChange } from '@utter/contracts/http/notices/notice'
import { titleOf } from '@utter/contracts/tiers'
import type { Letter } from './letter.ts'
import type { MailWords } from './mail-words.ts'

type Of<Kind extends NoticeKind> = Extract<Notice, { kind: Kind }>
/** All that a letter may say besides its notice. */
export type LetterContext = {
  /** The texts and figures of the account's language. */
  words: MailWords
  at: Date
  /** Begins the addresses of the app. */
  publicUrl: string
  /** The link of its own, where its kind has one. */
  link: string
}

const notYou = ({ t }: MailWords) =>
  t(
    'If this was not you, set a new password now by “Forgot your password?”: it ends every session, API key and passkey of your account.',
  )
const nothingToDo = (words: MailWords) => `${words.t('If this was you, there is nothing to do.')} ${notYou(words)}`

const secondFactor = ({ t }: MailWords): Record<SecondFactorChange, { subject: string; what: string }> => ({
  'app-on': {
    subject: t('Your authenticator app was turned on'),
    what: t('A login by your password needs a code of your authenticator app now, or one of your recovery codes.'),
  },
  'app-off': {
    subject: t('Your authenticator app was turned off'),
    what: t('Your password alone logs in now. Your recovery codes are worth nothing any more.'),
  },
  'recovery-code-used': {
    subject: t('A recovery code was used'),
    what: t('Your account was logged in to by one of your recovery codes, which is worth nothing any more.'),
  },
  'recovery-codes-renewed': {
    subject: t('New recovery codes were made'),
    what: t('New recovery codes were made for your account. Those of before are worth nothing any more.'),
  },
  'passkey-added': {
    subject: t('A passkey was added to your account'),
    what: t('A passkey was added to your account. It logs in without your password.'),
  },
  'passkey-removed': {
    subject: t('A passkey was removed from your account'),
    what: t('A passkey was removed from your account. It logs in nobody any more.'),
  },
})

/** A letter for each kind of notice. */
const letters: { [Kind in NoticeKind]: (notice: Of<Kind>, context: LetterContext) => Letter } = {
  'email-verification': (_, { words: { t }, link }) => ({
    subject: t('Verify your email address'),
    preview: t('One click, and we know that mails reach you.'),
    paragraphs: [t('Please confirm that this is your email address. Mails about your account and its usage go to it.')],
    button: { text: t('Verify this address'), url: link },
    after: [
      t('The link works once, within a day. If you did not sign up for Utter, ignore this mail: nothing else is sent.'),
    ],
  }),
  'password-forgotten': (_, { words: { t }, link }) => ({
    subject: t('Set a new password'),
    preview: t('The link works once, within an hour.'),
    paragraphs: [t('Somebody, you we hope, has asked for a link to set a new password for your account.')],
    button: { text: t('Set a new password'), url: link },
    after: [
      t('The link works once, within an hour. A new password ends every session, API key and passkey of your account.'),
      t('If you did not ask for it, ignore this mail: your password stays as it is.'),
    ],
  }),
  'email-changed': ({ email }, { words: { t, time }, at, publicUrl }) => ({
    subject: t('Your email address was changed'),
    preview: t('Mails of your account go to {email} now.', { email }),
    paragraphs: [t('The email address of your account is {email} now. This one gets no more mails.', { email })],
    facts: [[t('When'), time(at)]],
    button: { text: t('Open Utter'), url: publicUrl },
    after: [
      t('If this was not you, write to the operator of this platform at once: whoever did it knows your password.'),
    ],
  }),
  'password-changed': (_, { words, at, publicUrl }) => ({
    subject: words.t('Your password was changed'),
    preview: words.t('Your other sessions have ended.'),
    paragraphs: [words.t('The password of your account was changed, and its other sessions have ended.')],
    facts: [[words.t('When'), words.time(at)]],
    button: { text: words.t('See what was done'), url: `${publicUrl}/account#audit` },
    after: [notYou(words)],
  }),
  'second-factor-changed': ({ change, name }, { words, at, publicUrl }) => {
    const { subject, what } = secondFactor(words)[change]
    return {
      subject,
      preview: what,
      paragraphs: [what],
      facts: [
        ...(name === undefined ? [] : [[words.t('Name'), name] as [string, string]]),
        [words.t('When'), words.time(at)],
      ],
      button: { text: words.t('See your security'), url: `${publicUrl}/account#security` },
      after: [nothingToDo(words)],
    }
  },
  'signed-in': ({ address, client }, { words, at, publicUrl }) => ({
    subject: words.t('New sign-in to your account'),
    preview: words.t('{client} from {address}', {
      client: client ?? words.t('A program'),
      address: address ?? words.t('an unknown address'),
    }),
    paragraphs: [words.t('Your account was signed in to from a browser and a network that we had not seen before.')],
    facts: [
      [words.t('When'), words.time(at)],
      [words.t('With'), client ?? words.t('Not known')],
      [words.t('From'), address ?? words.t('Not known')],
    ],
    button: { text: words.t('See your sessions'), url: `${publicUrl}/account#security` },
    after: [nothingToDo(words)],
  }),
  'key-created': ({ name }, { words: { t, time }, at, publicUrl }) => ({
    subject: t('API key “{name}” was made', { name }),
    preview: t('It works until you revoke it, or until its end.'),
    paragraphs: [t('An API key was made for your account. Whoever has it can do what its scopes allow.')],
    facts: [
      [t('Name'), name],
      [t('When'), time(at)],
    ],
    button: { text: t('See your keys'), url: `${publicUrl}/account#keys` },
    after: [t('If this was not you, revoke the key there and set a new password.')],
  }),
  'account-deleted': (_, { words: { t, time }, at }) => ({
    subject: t('Your account was deleted'),
    preview: t('Its texts and its sound are removed.'),
    paragraphs: [
      t(
        'Your account was deleted. Its sessions and keys are worth nothing, and its jobs with their texts and sound are being removed.',
      ),
      t('Thank you for having been here.'),
    ],
    facts: [[t('When'), time(at)]],
  }),
  'plan-changed': ({ from, to }, { words: { t, time }, at, publicUrl }) => ({
    subject: t('Your plan is {to} now', { to: titleOf(to) }),
    preview: t('It was {from} before.', { from: titleOf(from) }),
    paragraphs: [
      t('The plan of your account is {to} now. It was {from} before.', { to: titleOf(to), from: titleOf(from) }),
    ],
    facts: [[t('Since'), time(at)]],
    button: { text: t('See your plan'), url: `${publicUrl}/account` },
  }),
  'payment-failed': ({ amount, currency, retryAt }, { words: { t, day, money }, publicUrl }) => ({
    subject: t('Your payment failed'),
    preview: t('Please look at your card, so that your plan goes on.'),
    paragraphs: [
      t(
        'A payment of {amount} for your plan could not be taken. Until it is, your plan is at risk; nothing of yours is lost.',
        { amount: money(amount, currency) },
      ),
    ],
    ...(retryAt && { facts: [[t('Tried again'), day(new Date(retryAt))]] as [string, string][] }),
    button: { text: t('Look at the payment'), url: `${publicUrl}/account` },
  }),
  'invoice-paid': ({ amount, currency, number }, { words: { t, day, money }, at, publicUrl }) => ({
    subject: t('Invoice over {amount}', { amount: money(amount, currency) }),
    preview: t('It is paid. Thank you.'),
    paragraphs: [t('Your invoice over {amount} is paid. Thank you.', { amount: money(amount, currency) })],
    facts: [...(number ? [[t('Invoice'), number] as [string, string]] : []), [t('Paid'), day(at)]],
    button: { text: t('See your invoices'), url: `${publicUrl}/account#invoices` },
  }),
  'calls-used': ({ percent, ...calls }, { words: { t, count }, publicUrl }) => {
    const [used, limit] = [count(calls.used), count(calls.limit)]
    return {
      subject:
        percent >= 100 ? t('All calls of this period are used') : t('{percent} % of your calls are used', { percent }),
      preview: t('{used} of {limit} calls.', { used, limit }),
      paragraphs: [
        t('Your account has used {used} of the {limit} calls that this period has.', { used, limit }),
        percent >= 100
          ? t('Further calls are overage where your plan has it, and are refused where it has none.')
          : t('There is nothing to do, unless you expect more of them.'),
      ],
      button: { text: t('See your usage'), url: `${publicUrl}/account#usage` },
    }
  },
  'spending-reached': ({ percent, ...dollars }, { words: { t, money }, publicUrl }) => {
    const [spent, limit] = [money(dollars.spent), money(dollars.limit)]
    return {
      subject:
        percent >= 100
          ? t('Your spending limit is reached')
          : t('{percent} % of your spending limit is used', { percent }),
      preview: t('{spent} of {limit}.', { spent, limit }),
      paragraphs: [
        t('Overage of this period has come to {spent}, of the {limit} that you have allowed.', { spent, limit }),
        percent >= 100
          ? t('Further calls are refused until the period ends, or you raise the limit.')
          : t('At the limit further calls are refused until the period ends, or you raise it.'),
      ],
      button: { text: t('See your usage'), url: `${publicUrl}/account#usage` },
    }
  },
  'webhook-failing': ({ percent, host, since }, { words: { t, time }, publicUrl }) => {
    const failingSince = time(new Date(since))
    return {
      subject: t('Your webhook at {host} fails', { host }),
      preview: t('Nothing was delivered since {since}.', { since: failingSince }),
      paragraphs: [
        t(
          'Nothing could be delivered to your webhook at {host} for a while: {percent} % of the five days are over after which it is disabled.',
          { host, percent },
        ),
        t('Events are tried again for a day each; what was missed can be sent once more.'),
      ],
      facts: [[t('Failing since'), failingSince]],
      button: { text: t('See the deliveries'), url: `${publicUrl}/account#webhook` },
    }
  },
  'webhook-disabled': ({ host, reason }, { words: { t, time }, at, publicUrl }) => ({
    subject: t('Your webhook at {host} is disabled', { host }),
    preview: t('Nothing is sent to it until you set its address again.'),
    paragraphs: [
      reason === 'gone'
        ? t(
            'Your webhook at {host} has answered 410 Gone, so it is disabled: nothing is sent to it until you set its address again.',
            { host },
          )
        : t(
            'Your webhook at {host} has failed for five days, so it is disabled: nothing is sent to it until you set its address again.',
            { host },
          ),
      t('Events of this time are kept for 30 days and can be sent then.'),
    ],
    facts: [[t('Since'), time(at)]],
    button: { text: t('Set the webhook'), url: `${publicUrl}/account#webhook` },
  }),
}

export function letterOf(notice: Notice, context: LetterContext): Letter {
  const write = letters[notice.kind] as (notice: Notice, context: LetterContext) => Letter
  return write(notice, context)
}
