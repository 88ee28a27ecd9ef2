import { maxSegments } from '@utter/contracts/calls'
import type { TierName } from '@utter/contracts/plans'
import { type Due, leaseDue } from '@utter/storage/lease-due'
import { openModel, unlessThere } from '@utter/storage/model'
import { mongoOutbox } from '@utter/storage/mongo-outbox'
import { type Connection, Schema, type UpdateQuery } from 'mongoose'
import { type PlanState, planFields } from '../domain/next-state.ts'
import {
  type Checkout,
  type Interim,
  type LostDispute,
  nextCheck,
  planBegins,
  type Second,
  type Split,
  type Subscription,
  type Wish,
} from '../domain/subscription.ts'
import { interimBills, interimUpdates } from './interim-bills.ts'
import type { LedgerRow } from './ledger.ts'
import { returnedPayments } from './returned-payments.ts'
import { spendingBounds } from './spending-bounds.ts'

export type SubscriptionStore = Awaited<ReturnType<typeof openSubscriptions>>

/** Time for one account's questions to Stripe, with their retries. */
const leaseMs = 60_000

export async function openSubscriptions(connection: Connection) {
  const terms = new Schema(
    {
      ...{ period: Date, segment: Date, tier: String, planCalls: Number },
      ...{ overagePrice: Number, currency: String, subscriptionId: String, isLonger: Boolean },
    },
    { _id: false },
  )
  const split = new Schema(
    {
      segment: Date,
      used: Number,
      bonusBalance: Number,
      bonusSpent: Number,
      plan: Number,
      bonus: Number,
      overage: Number,
    },
    { _id: false },
  )
  const schema = new Schema<Subscription>(
    {
      _id: String,
      tier: String,
      status: String,
      signedUpAt: Date,
      periodStart: Date,
      periodEnd: Date,
      segmentStart: Date,
      cancelAt: Date,
      nextTier: String,
      pastDueSince: Date,
      setBy: String,
      stripeCustomerId: String,
      stripeSubscriptionId: String,
      terms: { type: [terms], default: undefined },
      splits: { type: [split], default: undefined },
      checkout: new Schema<Checkout>(
        { key: String, price: String, customer: String, at: Date, isTaxed: Boolean, id: String },
        { _id: false, id: false },
      ),
      checkoutId: String,
      portalId: String,
      watchAt: Date,
      watchUntil: Date,
      watchSince: Date,
      wanted: new Schema<Wish>(
        {
          key: String,
          subscriptionId: String,
          tier: String,
          priceId: String,
          at: Date,
          until: Date,
          shown: { type: new Schema({ amount: Number, prorationDate: Date }, { _id: false }), default: undefined },
          instead: { type: new Schema({ schedule: String, tier: String }, { _id: false }), default: undefined },
          isSettled: Boolean,
        },
        { _id: false },
      ),
      second: {
        type: [new Schema<Second>({ id: String, since: Date }, { _id: false, id: false })],
        default: undefined,
      },
      lostDisputes: {
        type: [
          new Schema<LostDispute>(
            {
              ...{ id: String, chargeId: String, cents: Number, currency: String },
              ...{ at: Date, subscriptionId: String, forgivenAt: Date },
            },
            { _id: false, id: false },
          ),
        ],
        default: undefined,
      },
      isPaidBack: Boolean,
      checkAt: Date,
      billDueAt: Date,
      billRev: Number,
      billFailedAt: Date,
      interim: new Schema<Interim>({ segment: Date, callsLeft: Number, rev: Number }, { _id: false }),
      interimDueAt: Date,
      unpaidBill: String,
      paid: { type: new Schema({ cents: Number, at: Date }, { _id: false }), default: undefined },
      trust: Number,
      closedAt: Date,
      closeDueAt: Date,
      unbilledSegment: Date,
      version: Number,
      unpublishedSince: Date,
    },
    { versionKey: false },
  )
  schema.index({ unpublishedSince: 1 }, { partialFilterExpression: { unpublishedSince: { $exists: true } } })
  schema.index({ stripeCustomerId: 1 }, { sparse: true })
  schema.index({ watchAt: 1 }, { sparse: true })
  schema.index({ billDueAt: 1 }, { sparse: true })
  schema.index({ interimDueAt: 1 }, { sparse: true })
  schema.index({ closeDueAt: 1 }, { sparse: true })
  // Not sparse: documents of an older version of this service have a subscription and no date.
  schema.index({ checkAt: 1, stripeSubscriptionId: 1 })
  const model = await openModel(connection, 'subscriptions', schema)
  /** A new account's free plan. It is not published: every consumer takes an account without a plan for free. */
  async function begin(userId: string, signedUpAt: Date): Promise<void> {
    await model.create({ _id: userId, tier: 'free', status: 'active', signedUpAt, version: 0 }).catch(unlessThere)
  }
  const read = (userId: string) => model.findById(userId).lean<Subscription | null>()
  type Leased = 'watchAt' | 'checkAt' | 'billDueAt' | 'interimDueAt' | 'closeDueAt'
  const lease = (field: Leased, now: Date, limit: number): Promise<Due<Subscription>> =>
    leaseDue<Subscription>(model.collection as never, { field, dueBy: now, now, limit, leaseMs })
  return {
    begin,
    read,
    byCustomer: (stripeCustomerId: string) => model.findOne({ stripeCustomerId }).lean<Subscription | null>(),
    /** Accounts with a customer at Stripe, by its id. @param after the last one of the page before */
    withCustomer: (after: string, limit: number) =>
      model
        .find({ stripeCustomerId: { $gt: after } })
        .sort({ stripeCustomerId: 1 })
        .limit(limit)
        .lean<Subscription[]>(),
    /** The last of the next so many accounts with a customer; undefined when fewer follow. */
    async customerAt(after: string, place: number): Promise<string | undefined> {
      const found = await model
        .find({ stripeCustomerId: { $gt: after } }, { stripeCustomerId: 1 })
        .sort({ stripeCustomerId: 1 })
        .skip(place - 1)
        .limit(1)
        .lean<Pick<Subscription, 'stripeCustomerId'>[]>()
      return found[0]?.stripeCustomerId
    },
    /**
     * Also for an account whose `account-state` was not consumed yet: the operator may be quicker than Kafka. Null: Stripe decides, since
     * the account has a subscription there.
     */
    async setPlan(userId: string, signedUpAt: Date, tier: TierName, now: Date): Promise<Subscription | null> {
      await begin(userId, signedUpAt)
      const fields = planBegins(tier, now)
      return model
        .findOneAndUpdate(
          { _id: userId, stripeSubscriptionId: { $exists: false } },
          {
            $set: { ...fields, setBy: 'operator', unpublishedSince: now },
            $inc: { version: 1 },
            $unset: { ...(fields.periodStart ? {} : { periodStart: 1, periodEnd: 1 }), segmentStart: 1 },
          },
          { returnDocument: 'after' },
        )
        .lean<Subscription | null>()
    },
    /** The customer that an account has from now on: this one, unless another request was quicker. Null: there is no such account. */
    async saveCustomer(userId: string, stripeCustomerId: string): Promise<string | null> {
      await model.updateOne({ _id: userId, stripeCustomerId: { $exists: false } }, { $set: { stripeCustomerId } })
      return (await read(userId))?.stripeCustomerId ?? null
    },
    /** Stripe has this customer no more, or another Stripe has it. */
    async forgetCustomer(userId: string, stripeCustomerId: string): Promise<void> {
      await model.updateOne(
        { _id: userId, stripeCustomerId },
        { $unset: { stripeCustomerId: 1, checkout: 1, checkoutId: 1 } },
      )
    },
    /**
     * The intent of a checkout, which is watched from now on. @param account as it was read: with no subscription @param earlier the intent
     * whose session is closed. @returns false when there is another intent, or the account has another version
     */
    async beginCheckout(
      { _id, version }: Subscription,
      earlier: Checkout | undefined,
      checkout: Checkout,
      until: Date,
    ): Promise<boolean> {
      const present = earlier ? { 'checkout.key': earlier.key } : { checkout: { $exists: false } }
      const { modifiedCount } = await model.updateOne(
        { _id, version, stripeCustomerId: checkout.customer, ...present },
        {
          $set: { checkout, watchSince: checkout.at, watchAt: checkout.at },
          $max: { watchUntil: until },
          $unset: { checkoutId: 1 },
        },
      )
      return modifiedCount === 1
    },
    /** An older version of this service knows the session by `checkoutId`. */
    async checkoutOpened(userId: string, { key }: Checkout, id: string): Promise<void> {
      await model.updateOne({ _id: userId, 'checkout.key': key }, { $set: { 'checkout.id': id, checkoutId: id } })
    },
    async dropCheckout(userId: string, { key }: Checkout): Promise<void> {
      await model.updateOne({ _id: userId, 'checkout.key': key }, { $unset: { checkout: 1 } })
    },
    /** Stripe is asked again until then; see `watched`. */
    async watch(userId: string, now: Date, until: Date): Promise<void> {
      await model.updateOne({ _id: userId }, { $set: { watchSince: now, watchAt: now }, $max: { watchUntil: until } })
    },
    leaseWatched: (now: Date, limit: number) => lease('watchAt', now, limit),
    /** @param next when Stripe is asked again; undefined: no more. A watch that began meanwhile goes on. */
    async watched({ _id, watchSince }: Subscription, next: Date | undefined): Promise<void> {
      await model.updateOne(
        { _id, ...(watchSince && { watchSince }) },
        next ? { $set: { watchAt: next } } : { $unset: { watchAt: 1, watchUntil: 1, watchSince: 1 } },
      )
    },
    async savePortal(userId: string, portalId: string): Promise<void> {
      await model.updateOne({ _id: userId }, { $set: { portalId } })
    },
    /** Dates the checks of subscriptions that have none: an older version of this service has written them. */
    async dateChecks(now: Date, limit: number): Promise<void> {
      const found = await model
        .find({ checkAt: null, stripeSubscriptionId: { $gt: '' } })
        .limit(limit)
        .lean<Subscription[]>()
      for (const one of found) {
        const checkAt = nextCheck(one, now)
        if (checkAt) await model.updateOne({ _id: one._id, checkAt: { $exists: false } }, { $set: { checkAt } })
      }
    },
    leaseUnchecked: (now: Date, limit: number) => lease('checkAt', now, limit),
    /** @param next when Stripe is asked again; a date that was set meanwhile stays */
    async checked({ _id, checkAt }: Subscription, next: Date | undefined): Promise<void> {
      if (checkAt)
        await model.updateOne({ _id, checkAt }, next ? { $set: { checkAt: next } } : { $unset: { checkAt: 1 } })
    },
    /** Applies a state to the version that it was made from. Null: there is a newer one. */
    apply(before: Subscription, state: PlanState, now: Date, billDueAt?: Date): Promise<Subscription | null> {
      const { _id, version } = before
      const checkAt = nextCheck(state, now)
      const isBought = !before.stripeSubscriptionId && state.stripeSubscriptionId
      const gone = [
        ...planFields.filter((name) => state[name] === undefined),
        ...(checkAt ? [] : (['checkAt'] as const)),
        // The checkout is finished, so it is no longer watched.
        ...(isBought ? (['watchAt', 'watchSince', 'watchUntil'] as const) : []),
      ]
      return model
        .findOneAndUpdate(
          { _id, version },
          {
            $set: { ...state, unpublishedSince: now, ...(checkAt && { checkAt }), ...(billDueAt && { billDueAt }) },
            $inc: { version: 1, ...(billDueAt && { billRev: 1 }) },
            $unset: Object.fromEntries(gone.map((name) => [name, 1])),
          } as UpdateQuery<Subscription>,
          { returnDocument: 'after' },
        )
        .lean<Subscription | null>()
        .exec()
    },
    /**
     * The wish of the person from now on, in place of the one that was read. It is watched, since its request may die. @returns false when
     * there is another wish, or the account has another version
     */
    async want({ _id, version, wanted }: Subscription, wish: Wish, until: Date): Promise<boolean> {
      const { modifiedCount } = await model.updateOne(
        { _id, version, ...(wanted ? { 'wanted.key': wanted.key } : { wanted: { $exists: false } }) },
        {
          $set: { wanted: wish, watchSince: wish.at, watchAt: wish.until ?? wish.at },
          $max: { watchUntil: until },
        },
      )
      return modifiedCount === 1
    },
    /** The request of a wish is over. */
    async wishAnswered(userId: string, { key }: Wish): Promise<void> {
      await model.updateOne({ _id: userId, 'wanted.key': key }, { $unset: { 'wanted.until': 1 } })
    },
    async settleWish(userId: string, { key }: Wish): Promise<void> {
      await model.updateOne({ _id: userId, 'wanted.key': key }, { $set: { 'wanted.isSettled': true } })
    },
    /** The person was told that nothing has changed. */
    async dropWish(userId: string, { key }: Wish): Promise<void> {
      await model.updateOne({ _id: userId, 'wanted.key': key }, { $unset: { wanted: 1 } })
    },
    /** @param checkAt when it is looked at again, if its process dies @returns false when it is there already */
    async addSecond(userId: string, second: Second, checkAt: Date): Promise<boolean> {
      const filter = { _id: userId, 'second.id': { $ne: second.id } }
      return (await model.updateOne(filter, { $push: { second }, $min: { checkAt } })).modifiedCount === 1
    },
    async removeSecond(userId: string, { id }: Second): Promise<void> {
      await model.updateOne({ _id: userId }, { $pull: { second: { id } } })
    },
    /**
     * A call of the present segment counts towards the next interim bill. A call of a segment that is over, or of a plan before the present
     * one, is to be billed by itself; of a segment whose terms have made room it is noted that it cannot be.
     */
    async billRow({ userId, segment, period }: LedgerRow, at: Date): Promise<void> {
      const start = segment ?? period
      const isLate = {
        'terms.segment': start,
        $nor: [{ segmentStart: start }, { segmentStart: { $exists: false }, periodStart: start }],
      }
      const hasNoTerms = { [`terms.${maxSegments - 1}`]: { $exists: true }, 'terms.0.segment': { $gt: start } }
      const filter = { _id: userId }
      await model.bulkWrite([
        { updateOne: { filter: { ...filter, ...isLate }, update: { $min: { billDueAt: at }, $inc: { billRev: 1 } } } },
        { updateOne: { filter: { ...filter, ...hasNoTerms }, update: { $max: { unbilledSegment: start } } } },
        ...interimUpdates({ userId, segment: start, period }, at),
      ])
    },
    /**
     * Stores how segments are billed, each once, and anew when rows came later: its figures only grow. The oldest make room.
     * @returns the account's splits; of a segment that another process stored before, that one
     */
    async saveSplits(userId: string, splits: Split[]): Promise<Split[]> {
      if (splits.length > 0)
        await model.bulkWrite(
          splits.flatMap((one) => {
            const { segment, bonusBalance, ...figures } = one
            const { used, bonus, overage } = figures
            const isOlder = { used: { $lte: used }, bonus: { $lte: bonus }, overage: { $lte: overage } }
            const added = { $each: [one], $sort: { segment: 1 }, $slice: -maxSegments }
            return [
              {
                updateOne: {
                  filter: { _id: userId, 'splits.segment': segment },
                  update: { $set: fieldsOf('splits.$[one]', figures) },
                  arrayFilters: [fieldsOf('one', { segment, bonusBalance, ...isOlder })],
                },
              },
              {
                updateOne: {
                  filter: { _id: userId, 'splits.segment': { $ne: segment } },
                  update: { $push: { splits: added } },
                },
              },
            ]
          }),
        )
      return (await read(userId))?.splits ?? []
    },
    ...interimBills(model),
    ...spendingBounds(model),
    ...returnedPayments(model),
    leaseInterim: (now: Date, limit: number) => lease('interimDueAt', now, limit),
    leaseDueForBilling: (now: Date, limit: number) => lease('billDueAt', now, limit),
    /**
     * The bill that was due when the account was read is made. A call that came since then keeps it due: by its count, since its date may be
     * later than the one that was read, and by its date, which an older version of this process sets alone.
     * @param next when its segments are looked through again
     */
    async billed({ _id, billDueAt, billRev }: Subscription, next?: Date): Promise<void> {
      const asRead = billRev === undefined ? { billRev: { $exists: false } } : { billRev }
      if (billDueAt)
        await model.updateOne(
          { _id, billDueAt, ...asRead },
          next
            ? { $set: { billDueAt: next }, $unset: { billFailedAt: 1 } }
            : { $unset: { billDueAt: 1, billFailedAt: 1 } },
        )
      else if (next) await model.updateOne({ _id }, { $min: { billDueAt: next } })
    },
    /** @param since the first of its failures that follow one another @param next when it is tried again, unless a call makes it due earlier */
    async billFailed({ _id, billDueAt }: Subscription, since: Date, next: Date): Promise<void> {
      if (!billDueAt) return
      await model.updateOne({ _id, billDueAt }, { $set: { billDueAt: next, billFailedAt: since } })
    },
    /** The account is deleted: its end begins, once. */
    async close(userId: string, now: Date): Promise<void> {
      await model.updateOne({ _id: userId, closedAt: { $exists: false } }, { $set: { closedAt: now, closeDueAt: now } })
    },
    leaseClosing: (now: Date, limit: number) => lease('closeDueAt', now, limit),
    /** @param leased for the step that is over */
    async closeLater({ _id, closeDueAt }: Subscription, next: Date): Promise<void> {
      await model.updateOne({ _id, ...(closeDueAt && { closeDueAt }) }, { $set: { closeDueAt: next } })
    },
    async remove(userId: string): Promise<void> {
      await model.deleteOne({ _id: userId })
    },
    outbox: mongoOutbox(model, { latestLast: true }),
  }
}

/** The fields as an update, or a filter, of a part has them. */
const fieldsOf = (name: string, fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value]))
