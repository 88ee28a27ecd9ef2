import type { Allowance, Member } from '../../domain/allowance/allowance.ts'
import {
  type Allowances,
  asRead,
  belowConcurrency,
  changeIf,
  type Filter,
  isEmpty,
  type Update,
  withReconcile,
  withRevision,
} from './updates.ts'

/** recipe 3 and 5: the updates by which waiting jobs become active. */
export const dispatches = (allowances: Allowances) => ({
  pullReserved: (userId: string, ids: string[]) =>
    changeIf(
      allowances,
      { _id: userId, 'reserved.id': { $in: ids } },
      withRevision({ $pull: { reserved: { id: { $in: ids } } } } as Update),
    ),

  /**
   * 5.4: makes waiting jobs active, if none was removed since the account was read.
   * @returns the active jobs after it, or null
   */
  async activate({ _id: userId, removals }: Allowance, members: Member[], now: Date): Promise<Member[] | null> {
    const ids = members.map(({ id }) => id)
    const activated = await allowances.findOneAndUpdate(
      {
        _id: userId,
        removals: asRead(removals),
        'active.id': { $nin: ids },
        $expr: belowConcurrency(members.length),
      },
      withReconcile(
        { $push: { active: { $each: members } }, $pull: { reserved: { id: { $in: ids } } } } as Update,
        now,
      ),
      { returnDocument: 'after', projection: { active: 1 } },
    )
    return activated?.active ?? null
  },

  /** 5.3: no job waits any more, if nothing has changed since `rev` was read. */
  clearBacklog: (userId: string, rev: number) =>
    changeIf(
      allowances,
      { _id: userId, rev, backlog: true, ...isEmpty('reserved') } as Filter,
      withRevision({ $set: { backlog: false } }),
    ),
})
