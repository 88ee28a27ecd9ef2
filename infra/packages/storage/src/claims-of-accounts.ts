import type { ClaimResult, Claims } from '@utter/contracts/claims'
import type { Connection } from 'mongoose'
import type { DeletedAccounts } from './deleted-accounts.ts'
import { portion } from './portions.ts'

/** The result of a step of a deleted account: it is reported as failed, and jobs knows of no such job. */
const accountDeleted = { failed: { code: 'account_deleted', error: 'The account was deleted' } } as const

/**
 * Claims that no step of a deleted account takes. The account is looked for after the claim is there: an erasure, which remembers the account
 * first, either removes the claim or is found here.
 */
export function refuseDeleted<Value>(claims: Claims<Value>, deleted: Pick<DeletedAccounts, 'has'>): Claims<Value> {
  return {
    ...claims,
    async take(step, owner) {
      const taken = await claims.take(step, owner)
      if (taken !== 'mine' || !(await deleted.has(step.userId))) return taken
      await claims.postpone(step, owner, step.attempt)
      return { result: accountDeleted }
    },
    // A step that waits is looked at when it is leased. It is left to the erasure: an owner that has died may have left a file, which only its
    // claim tells of.
    async lease(next, owner) {
      for (;;) {
        const leased = await claims.lease(next, owner)
        if (!leased || !(await deleted.has(leased.userId))) return leased
      }
    },
    // No mark comes back for an account that is erased; one in the very moment goes with its next erasure.
    async withdraw(id, now) {
      if (!(await deleted.has(id.userId))) await claims.withdraw(id, now)
    },
    replaceResult: async (id, now) => ((await deleted.has(id.userId)) ? null : claims.replaceResult(id, now)),
  }
}

/** A claim as its account's erasure needs it. */
export type AccountClaim<Value> = { _id: string; fence: number; result?: ClaimResult<Value> }
export type ClaimsOfAccounts<Value> = ReturnType<typeof createClaimsOfAccounts<Value>>

/** The claims of whole accounts, for their erasure. */
export function createClaimsOfAccounts<Value>(connection: Connection) {
  const claims = connection.collection<AccountClaim<Value> & { userId: string; owner: string }>('claims')
  return {
    /**
     * Removes an account's claims, a portion at a time: a try that is cut off leaves less to the next. Unfinished ones are taken from their
     * owners first, whose results count for nothing from then on; they find out within 5 s, when they renew them, and stop.
     * @param clear removes what a portion of claims names, before these go
     */
    async removeOf(userId: string, clear: (claims: AccountClaim<Value>[]) => Promise<void> = async () => {}) {
      for (;;) {
        const found = await claims
          .find({ userId }, { projection: { fence: 1, result: 1 } })
          .limit(portion)
          .toArray()
        if (found.length === 0) return
        const unfinished = found.filter(({ result }) => !result).map(({ _id }) => _id)
        if (unfinished.length > 0)
          await claims.updateMany(
            { _id: { $in: unfinished }, userId, result: { $exists: false } },
            { $set: { owner: 'erased' } },
          )
        await clear(found)
        await claims.deleteMany({ _id: { $in: found.map(({ _id }) => _id) }, userId })
      }
    },
  }
}
