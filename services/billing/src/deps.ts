import type { Plan } from '@utter/contracts/plans'
import type { IdentityGuard } from '@utter/http/identity'
import type { Publish } from '@utter/messaging/open'
import type { Relay } from '@utter/messaging/publish/outbox'
import type { Clock } from '@utter/runtime/clock'
import type { Erasure } from '@utter/storage/erasure'
import type { Log } from '@utter/telemetry/log'
import type { JobsClient } from './clients/jobs.ts'
import type { Subscription } from './domain/subscription.ts'
import type { AdjustmentStore } from './store/adjustments.ts'
import type { Chores } from './store/chores.ts'
import type { DebtStore } from './store/debts.ts'
import type { FormerCustomerStore } from './store/former-customers.ts'
import type { InvoiceItemStore } from './store/invoice-items.ts'
import type { Ledger } from './store/ledger.ts'
import type { StripeEventStore } from './store/stripe-events.ts'
import type { SubscriptionStore } from './store/subscriptions.ts'
import type { Payments } from './stripe/payments.ts'

export type ConsumeDeps = {
  subscriptions: SubscriptionStore
  ledger: Ledger
  erasure: Pick<Erasure, 'erase' | 'isDeleted'>
  clock: Clock
  log: Log
}
export type Deps = Omit<ConsumeDeps, 'erasure'> & {
  erasure: Pick<Erasure, 'isDeleted'>
  events: StripeEventStore
  items: InvoiceItemStore
  chores: Chores
  debts: DebtStore
  formerCustomers: FormerCustomerStore
  adjustments: AdjustmentStore
  jobs: JobsClient
  relay: Pick<Relay<Subscription>, 'soon'>
  plans: Plan[]
  /** Days after which a payment that failed ends the plan, if Stripe has not ended it. */
  pastDueDays: number
  /** Dollars of overage that are lent before they are billed, by the number of interim bills before. */
  overageSteps: number[]
  guard: IdentityGuard
  /** Absent: nothing is sold. */
  payments?: Payments | undefined
  /** Milliseconds for which an event waits until jobs has closed the period before. Stripe waits for 10 s and more. */
  publish: Publish
  waitForJobsMs: number
  publicUrl: string
  salesEmail?: string | undefined
  /** A month's calls of a free account before its address is verified; absent: as many as its plan has. */
  unverifiedCalls?: number | undefined
}

/** With payments configured: what talks to Stripe. */
export type StripeDeps = Pick<
  Deps,
  | 'subscriptions'
  | 'ledger'
  | 'events'
  | 'items'
  | 'chores'
  | 'debts'
  | 'formerCustomers'
  | 'adjustments'
  | 'jobs'
  | 'waitForJobsMs'
  | 'publish'
  | 'relay'
  | 'plans'
  | 'pastDueDays'
  | 'overageSteps'
  | 'clock'
  | 'log'
> & { payments: Payments }
