import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { CallsUsed, SetCalls } from '@utter/contracts/http/internal/set-calls'
import { unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import type { Deps } from '../../deps.ts'
import { allowanceOf, periodOf } from '../../lifecycle/allowance-of.ts'

const maxTries = 20

/** Sets the calls used in the present period, for the operator. 503 when the account changed during each try. */
export const setCalls: Route<Deps> = (app, deps) =>
  app.put(
    '/internal/accounts/:userId/calls',
    {
      onRequest: deps.guard.internal('operator'),
      schema: { params: AccountParams, body: SetCalls, response: { 200: CallsUsed } },
    },
    async ({ params: { userId }, body }) => {
      const signedUpAt = new Date(body.signedUpAt)
      for (let attempt = 0; attempt < maxTries; attempt++) {
        // Rolled first if its period is over, so that the figure is one of the present.
        await periodOf(deps, userId, signedUpAt)
        const allowance = await allowanceOf(deps, userId, signedUpAt)
        const by = body.used - allowance.used
        // The adjustment changes by the same amount, so that a recount arrives at the same figure.
        const change = { $inc: { used: by, adjustment: by } }
        if (await deps.allowances.change({ _id: userId, rev: allowance.rev }, change)) return { used: body.used }
      }
      throw unavailable()
    },
  )
