import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { CallsUsed, SetCalls } from '@utter/contracts/http/internal/jobs/set-calls'
import { unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { presentAllowance } from '../../lifecycle/allowance-of.ts'

const maxTries = 20

/** Sets the calls used in the present month, for the operator. 503 when the account changed during each try. */
export const setCalls: Route<Deps> = (app, deps) =>
  app.put(
    '/internal/accounts/:userId/calls',
    {
      access: deps.guard.internal('operator'),
      schema: { params: AccountParams, body: SetCalls, response: { 200: CallsUsed } },
    },
    async ({ params: { userId }, body }) => {
      const signedUpAt = new Date(body.signedUpAt)
      for (let attempt = 0; attempt < maxTries; attempt++) {
        const { rev, carriedCalls = 0, used } = await presentAllowance(deps, userId, { signedUpAt })
        const by = body.used - carriedCalls - used
        // The adjustment changes by the same amount, so that a recount arrives at the same figure.
        const change = { $inc: { used: by, adjustment: by } }
        if (await deps.allowances.change({ _id: userId, rev }, change)) return { used: body.used }
      }
      throw unavailable()
    },
  )
