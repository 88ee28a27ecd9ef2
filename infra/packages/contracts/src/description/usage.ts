import { ChatAnswer, ChatPiece, ChatRequest, StreamError } from '../http/chat.ts'
import { SetSpendingLimit, SpendingLimit, UsageView } from '../http/jobs/usage.ts'
import { UsageReport } from '../http/jobs/usage-report.ts'
import { PlanOffer } from '../http/plan-offers.ts'
import {
  CreateCheckoutSession,
  PageUrl,
  PlanChange,
  ShownChange,
  UpgradeAnswer,
  UpgradePreview,
} from '../http/stripe.ts'
import { describe } from './describe.ts'

export const usageDescriptions = [
  describe(UsageView, 'Usage', 'The calls of the present period, and of the days that were asked for.', {
    tier: 'The plan.',
    periodStart: 'When the present period began.',
    periodEnd: 'When it ends.',
    apiCallsUsed:
      'Calls of the present period that weigh on the limit: not the bonus calls and overage of its earlier plans, which are paid.',
    takenCalls:
      'All calls that jobs took in the present period, whatever the plan: the sum of its days once all have ended.',
    apiCallsLimit: 'Calls of the plan; −1: unlimited. Bonus calls and overage come on top.',
    unverified:
      'Calls of the present period before the account’s email address is verified, and how many are left; absent: all of the plan’s.',
    bonusCallsEarned: 'Calls earned by friends.',
    bonusCallsLeft: 'How many of these are left.',
    overageCallsUsed: 'Calls past the plan and the bonus.',
    overageCost: 'What these cost: US dollars with two decimals.',
    spendingLimit: 'US dollars that the overage of a period may cost; null on a plan without overage.',
    maxSpendingLimit: 'The highest limit that may be set, in US dollars: it grows with what was paid.',
    warning: 'Percent of the calls of plan and bonus that is used up, where that is worth a warning.',
    days: 'Calls by the UTC day on which their jobs ended.',
    voices: 'Calls by voice.',
    keys: 'Calls by API key; null: with a login.',
  }),
  describe(UsageReport, 'UsageReport', 'Calls, ends, times and costs of a range of UTC days.', {
    from: 'Its first day. Where the present period begins within it and no day was asked for, the rest of that day.',
    to: 'Its last day.',
    endsFrom:
      'The first day of which all is counted: those before it have their calls alone, as `completed`. Null: all have.',
    totals:
      'Of the whole range. Times are those that half of the jobs, and 95 of a hundred, took at most, within 4.4 %.',
    days: 'By the day on which jobs ended. `cached`: the sound was there before, and free.',
    voices: 'By voice.',
    keys: 'By API key; null: with a login.',
  }),
  describe(SetSpendingLimit, 'SetSpendingLimit', 'A limit on what overage may cost.', {
    dollars: 'US dollars a period; null: the price of the plan again; 0: no overage.',
  }),
  describe(SpendingLimit, 'SpendingLimit', 'The limit that holds from now on.', {
    spendingLimit: 'US dollars a period.',
    overageCalls: 'Calls that it pays for in this period, past those of plan and bonus.',
  }),
  describe(PlanOffer, 'Plan', 'A plan, and how it is bought.', {
    name: 'Its name.',
    price: 'US dollars a month; null: as agreed.',
    apiCallsLimit: 'Calls a month; −1: unlimited.',
    overagePrice: 'US dollars for a call past the limit; null: none is sold.',
    overageEnabled: 'Whether calls past the limit are sold.',
    concurrency: 'Jobs that may be active at the same time; others wait.',
    batch: 'Jobs in one batch; 0: no batches.',
    rate: 'Requests in 60 seconds that may spend something.',
    webhooks: 'Whether it has webhooks.',
    charactersPerCall: 'Characters that the text of a call may have.',
    chatsPerDay: 'Requests of `POST /api/chat` that an account has in a UTC day; −1: unlimited.',
    ownVoices: 'Own voices of an account; 0: none.',
    pronunciations: 'Whether an account has a list of pronunciations.',
    wordTimestamps: 'Whether jobs have the times of their words.',
    works: 'Whether an account has works: books.',
    retentionDays: 'Days for which texts and sound are kept; null: as agreed.',
    features: 'What it is, in words.',
    priceId: 'Its price at Stripe; absent where it is not sold there.',
    tax: '`added`: tax comes on top of the price; `none`: none is charged.',
    unverifiedCalls:
      'Calls a month of the free plan before the email address of the account is verified; absent where it has all of them.',
    contact: 'Whom to write to, where it is sold by agreement.',
  }),
  describe(CreateCheckoutSession, 'CreateCheckoutSession', 'A plan that is to be bought.', {
    priceId: 'The `priceId` of a plan of `GET /api/plans`.',
  }),
  describe(ShownChange, 'ShownChange', 'What was shown before a change of plan was confirmed.', {
    tier: 'The plan that was shown.',
    amount: 'The amount that was shown as charged now: `now.amount` of the preview.',
    prorationDate: 'The `prorationDate` of the preview.',
  }),
  describe(PlanChange, 'PlanChange', 'What a change of plan costs.', {
    tier: 'The plan that it leads to.',
    currency: 'The currency of the amounts, which are in its smallest unit.',
    now: 'Charged at once; 0 for a lower plan.',
    prorationDate: 'Up to when the present plan counts; absent where nothing changes now.',
    next: 'Charged at the next renewal; absent where the plan ends before.',
    endsAt: 'When the plan ends.',
  }),
  describe(UpgradePreview, 'UpgradePreview', 'A change of plan that was not made.', {
    change: 'Its amounts.',
    requiresCheckout: 'The account pays nothing yet, and needs a checkout first.',
  }),
  describe(UpgradeAnswer, 'UpgradeAnswer', 'What was done.', {
    message: 'A sentence for people.',
    requiresCheckout: 'Nothing has changed: the account pays nothing yet, and needs a checkout first.',
  }),
  describe(PageUrl, 'PageUrl', 'A page to go on with.', { url: 'The address of the page.' }),
  describe(ChatRequest, 'ChatRequest', 'A message to the chat model.', {
    message: 'What is replied to.',
    sessionId: 'The conversation that it belongs to; `default` remembers nothing.',
  }),
  describe(ChatPiece, 'ChatPiece', 'A piece of a reply, as it is written.', { text: 'The characters that come next.' }),
  describe(StreamError, 'StreamError', 'Why a stream ends early.', {
    error: 'A sentence for people.',
    code: 'For programs.',
  }),
  describe(ChatAnswer, 'ChatAnswer', 'The reply of the chat model.', { response: 'The whole reply.' }),
]
