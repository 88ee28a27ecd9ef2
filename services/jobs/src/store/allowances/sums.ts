import { leaseDue } from '@utter/storage/lease-due'
import type { Allowance } from '../../domain/allowance/allowance.ts'
import { sumDueAt } from '../../domain/allowance/usage-days.ts'
import { type Allowances, changeIf, type Filter, type StoredAllowance, type Update } from './updates.ts'

/** A first sum may have many days to count. */
const leaseMs = 600_000
type SumState = Pick<Allowance, '_id' | 'unsummedFrom' | 'lastDay' | 'sumAt' | 'summing' | 'sums' | 'closedAt'>
const fields = { unsummedFrom: 1, lastDay: 1, sumAt: 1, summing: 1, sums: 1, closedAt: 1 } as const
/** A date as it was read; one that is absent matches null. */
const dateAsRead = (date: Date | undefined) => (date ?? null) as Date

/** recipe 12: accounts whose usage is to be summed, and start and end of a sum. Calls and `rev` stay as they are. */
export const sums = (allowances: Allowances) => ({
  leaseDueForSum: (now: Date, limit: number, besides: string[] = []) =>
    leaseDue<StoredAllowance>(allowances, {
      field: 'sumAt',
      dueBy: now,
      now,
      limit,
      leaseMs,
      besides,
      projection: fields,
    }),
  sumState: (userId: string): Promise<SumState | null> =>
    allowances.findOne({ _id: userId }, { projection: fields }) as Promise<SumState | null>,

  /** @returns the fence of the sum; undefined when the account has changed since it was read */
  async beginSum(
    { _id, unsummedFrom, lastDay, sumAt }: SumState,
    from: Date,
    openFrom: Date,
  ): Promise<number | undefined> {
    const isOpen = lastDay !== undefined && lastDay >= openFrom
    const begun = await allowances.findOneAndUpdate(
      {
        _id,
        sumAt: dateAsRead(sumAt),
        unsummedFrom: dateAsRead(unsummedFrom),
        lastDay: dateAsRead(lastDay),
      } as Filter,
      {
        $set: { summing: from, ...(isOpen && { unsummedFrom: openFrom }) },
        ...(!isOpen && { $unset: { unsummedFrom: 1 } }),
        $inc: { sums: 1 },
      } as Update,
      { returnDocument: 'after', projection: { sums: 1 } },
    )
    return begun?.sums
  },

  /** Nothing is left to be summed, or not before its day is over. */
  endSum: ({ _id, unsummedFrom, sumAt, sums }: SumState) =>
    changeIf(
      allowances,
      {
        _id,
        sumAt: dateAsRead(sumAt),
        unsummedFrom: dateAsRead(unsummedFrom),
        sums: (sums ?? null) as number,
      } as Filter,
      (unsummedFrom
        ? { $unset: { summing: 1 }, $set: { sumAt: sumDueAt(unsummedFrom) } }
        : { $unset: { summing: 1, sumAt: 1 } }) as Update,
    ),
})
