import { paths } from '@utter/contracts/screens'
import { TextLink } from '../../ui/layout/text.tsx'
import type { LegalSection } from './legal-text.tsx'

/** The terms, in sentences that a customer understands. Figures are with the plans, so that they cannot differ. */
export const terms: LegalSection[] = [
  {
    title: 'What these terms are',
    paragraphs: [
      'They are the agreement between you and the operator of this Utter platform, and apply whenever you use its pages or its API. By creating an account you accept them.',
      'If you use the platform for an organisation, you accept them for it, and confirm that you may.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'Give an e-mail address that reaches you, and keep your password and your API keys to yourself. What is done with them counts as done by you, until you have changed or revoked them.',
      'Tell the operator at once when you believe that somebody else uses your account. You can end sessions and revoke keys yourself at any time.',
    ],
  },
  {
    title: 'What you send and what you receive',
    paragraphs: [
      'You keep all rights in the texts that you send. You give the operator the right to process them as far as the service needs it: to write a reply, to speak it, to store both and to deliver them to you.',
      'The audio that is made for you is yours to use, also for money, as far as the law and the rights of others allow.',
    ],
  },
  {
    title: 'What is not allowed',
    paragraphs: [
      'You may not use the platform to deceive people about who is speaking, to imitate a person without their consent, to harass or to threaten, to break the law, or to violate the rights of others.',
      'You may not attack the platform, get around its limits, share one account to avoid a plan, or resell access as such.',
    ],
  },
  {
    title: 'Plans, calls and limits',
    paragraphs: [
      <>
        Each plan has a monthly number of calls, a rate and a number of jobs at once. The figures stand on{' '}
        <TextLink to={paths.pricing}>Pricing</TextLink> and are part of these terms. A call is one voice job that ended
        well; a failed or cancelled one is given back.
      </>,
      'On the free plan jobs are refused once the calls of the period are used. Paid plans go on at their overage price, up to the spending limit that you can set.',
    ],
  },
  {
    title: 'Payment',
    paragraphs: [
      'Paid plans renew each period until you cancel. Prices are in US dollars, and taxes are added where the law asks for them. The payment provider stores your card; the operator never sees its number.',
      'A higher plan takes effect at once. Overage is billed at the end of the period, at the price of the plan under which each call was made. When a payment fails My Account says so, and it is tried again for some days; after that the plan becomes the free one.',
    ],
  },
  {
    title: 'Ending',
    paragraphs: [
      'You may cancel at any time. Cancellation keeps the plan active until the period end, and what was paid for that period is not paid back unless the law demands it.',
      'You may delete your account at any time. The operator may suspend or end an account that breaks these terms, after a warning where that is reasonable. A suspended account can still read, download, pay what is open and be deleted.',
    ],
  },
  {
    title: 'Your data',
    paragraphs: [
      'Texts, replies and audio are kept for the time that your plan names, and then deleted. When you delete your account they go with it, with your name and address; records of billing stay, without your name, for as long as the law asks, and so does a code made from your address, from which nobody can read it, until your free month ends.',
      'You may take all of it with you at any time: My Account saves a zip of your account and of your jobs with their texts and their audio.',
      'Texts are sent to the providers of the chat model and of the voice where the operator uses such providers, and to nobody else.',
    ],
  },
  {
    title: 'Referrals',
    paragraphs: [
      'You receive bonus calls when people whom you invited complete their first job. Accounts that one person makes to collect bonus calls do not count, and bonus calls cannot be sold or paid out.',
    ],
  },
  {
    title: 'Availability and liability',
    paragraphs: [
      'The operator works to keep the service available and the audio right, and cannot promise either. Generated speech and generated replies may be wrong: check them before you rely on them.',
      'As far as the law allows, the operator is not liable for indirect damage or lost profit, and in all for no more than you paid in the twelve months before. Liability for intent, gross negligence and injury is not limited.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'The operator may change these terms. Changes that matter are announced above every screen at least 30 days ahead; if you do not agree you can cancel before they apply. The date under the title is that of the last change.',
    ],
  },
]
