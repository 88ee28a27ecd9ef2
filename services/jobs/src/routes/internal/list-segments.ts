import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { Segments } from '@utter/contracts/http/internal/jobs/list-segments'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { listedSegments } from '../../domain/allowance/listed-segments.ts'
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
      if (!known.closedAt) {
        const present = await presentAllowance(deps, userId, { signedUpAt: known.anchor })
        return { segments: listedSegments(present, deps.plans) }
      }
      const isOver = (await deps.jobs.firstOf(userId, 1)).length === 0
      return { segments: listedSegments(known, deps.plans, isOver) }
    },
  )
