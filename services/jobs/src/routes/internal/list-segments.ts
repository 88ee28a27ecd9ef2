import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { balanceOf, limitsOf } from '../../domain/allowance/call-limits.ts'
import { bonusSpentBefore } from '../../domain/allowance/past-segments.ts'
import { presentAllowance } from '../../lifecycle/allowance-of.ts'

/**
 * An account's latest segments, for billing: only the present one takes calls. After its month the next is started; of a
 * deleted account it is over once the ends of all jobs are published.
 */
export const listSegments: Route<Deps> = (app, deps) =>
  app.get(
    '/internal/accounts/:userId/segments',
    { access: deps.guard.internal('billing'), schema: { params: AccountParams, response: { 200: Segments } } },
    async ({ params: { userId } }) => {
      const known = await deps.allowances.read(userId)
      // Without an anchor nothing but its bonus calls is known.
      if (!known?.anchor) return { segments: [] }
      const isOpen = !known.closedAt || (await deps.jobs.firstOf(userId, 1)).length > 0
      const allowance = known.closedAt ? known : await presentAllowance(deps, userId, { signedUpAt: known.anchor })
      const { period, past = [], ...present } = allowance
      const limits = limitsOf(present, deps.plans)
      const spent = bonusSpentBefore(past, limits.bonusSpent)
      const all = [
        ...past.map((one) => ({ start: one.period, bonusBalance: one.balance, isPresent: false })),
        { start: period, bonusBalance: balanceOf(limits), isPresent: isOpen },
      ]
      return {
        segments: all.map(({ start, ...one }, index) => ({
          ...{ start: start.toISOString(), ...one },
          ...(spent[index] !== undefined && { bonusSpent: spent[index] }),
        })),
      }
    },
  )
