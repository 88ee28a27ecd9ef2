import { openModel, unlessThere } from '@utter/storage/model'
import { type Connection, Schema } from 'mongoose'
import { type Comparison, emptyComparison } from '../domain/comparison.ts'

/** A comparison that goes on. It is kept with its position, so that a death or a deployment costs one page. */
export type Run = Comparison & {
  startedAt: Date
  /** The last account that was compared, by its customer. */
  after: string
  /** How often a process began at this position. */
  tries: number
  /** `dueAt` as this run has set it: another date means that another version has had the chore meanwhile. */
  heldUntil: Date
}
/** Work that one replica does now and then for all of them. */
export type Chore = {
  _id: string
  /** When it begins; while it is done, when its lease ends. */
  dueAt: Date
  /** When it was first planned. Absent in documents of before 2026-11-27. */
  since?: Date
  run?: Run
  last?: Comparison & { endedAt: Date }
}
/** A chore as the replica has it whose lease it is: `dueAt` is the fence of each of its writes. */
export type HeldChore = Chore & { run: Run }
export type Chores = Awaited<ReturnType<typeof openChores>>

/** Longer than a page of accounts takes while Stripe is slow. It is renewed with each page. */
const leaseMs = 600_000

/** The run that goes on; undefined for one after which another version, without positions, has done the chore. */
export const presentRun = ({ run, dueAt }: Chore): Run | undefined =>
  run?.heldUntil.getTime() === dueAt.getTime() ? run : undefined

export async function openChores(connection: Connection) {
  const { Mixed } = Schema.Types
  const schema = new Schema<Chore>(
    { _id: String, dueAt: Date, since: Date, run: Mixed, last: Mixed },
    { versionKey: false, minimize: false },
  )
  // By it the version of before asks, which may run beside this one.
  schema.index({ dueAt: 1 })
  const model = await openModel(connection, 'chores', schema)
  const read = (id: string) => model.findById(id).lean<Chore | null>()
  const leaseEnd = (now: Date) => new Date(now.getTime() + leaseMs)
  const held = ({ _id, dueAt }: HeldChore) => ({ _id, dueAt })
  return {
    read,
    /** The chore, planned where it is not. */
    async plan(id: string, now: Date, dueAt: Date): Promise<Chore> {
      const present = await read(id)
      if (present?.since) return present
      if (present) await model.updateOne({ _id: id, since: { $exists: false } }, { $set: { since: now } })
      else await model.create({ _id: id, dueAt, since: now }).catch(unlessThere)
      return model.findById(id).orFail().lean<Chore>()
    },
    /** Makes it due now, unless it is being done. */
    async start(id: string, now: Date): Promise<void> {
      const present = await read(id)
      if (!present || present.dueAt <= now || presentRun(present)) return
      await model.updateOne({ _id: id, dueAt: present.dueAt }, { $set: { dueAt: now } })
    },
    /** Takes the lease of a chore that is due, and goes on where the run before stopped. Null: it is not due, or another replica has it. */
    async take(id: string, now: Date): Promise<HeldChore | null> {
      const before = await read(id)
      if (!before || before.dueAt > now) return null
      const dueAt = leaseEnd(now)
      const goesOn = presentRun(before)
      const begun = { ...emptyComparison(), startedAt: now, after: '', tries: 0 }
      const run = { ...(goesOn ?? begun), tries: (goesOn?.tries ?? 0) + 1, heldUntil: dueAt }
      return model
        .findOneAndUpdate({ _id: id, dueAt: before.dueAt }, { $set: { dueAt, run } }, { returnDocument: 'after' })
        .lean<HeldChore | null>()
    },
    /** Keeps the position, and renews the lease. Null: another replica has it. */
    keep(chore: HeldChore, run: Run, now: Date): Promise<HeldChore | null> {
      const dueAt = leaseEnd(now)
      return model
        .findOneAndUpdate(
          held(chore),
          { $set: { dueAt, run: { ...run, heldUntil: dueAt } } },
          { returnDocument: 'after' },
        )
        .lean<HeldChore | null>()
        .exec()
    },
    /** Leaves the rest to whoever takes it from then on. */
    async leave(chore: HeldChore, dueAt: Date): Promise<void> {
      await model.updateOne(held(chore), { $set: { dueAt, 'run.heldUntil': dueAt } })
    },
    async done(chore: HeldChore, now: Date, next: Date): Promise<void> {
      const { accounts, counts, differences } = chore.run
      const last = { accounts, counts, differences, endedAt: now }
      await model.updateOne(held(chore), { $set: { dueAt: next, last }, $unset: { run: 1 } })
    },
  }
}
