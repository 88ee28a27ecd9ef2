import { AccountParams } from '@utter/contracts/http/internal/account-params'
import { KeptAnswer, KeptQuestion } from '@utter/contracts/http/internal/speech/kept'
import { VendorError } from '@utter/contracts/vendor-error'
import { Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { keptShare } from '../../lifecycle/kept-share.ts'

/** The longest section of a work, twice: with its marks, and in parts. */
const maxBytes = 1024 * 1024
const limitMs = 5_000

/** `POST /internal/accounts/{userId}/kept`, jobs to speech: how much of a text the account has kept. */
export const keptShareForJobs: Route<Deps> = (app, deps) =>
  app.post(
    '/internal/accounts/:userId/kept',
    {
      access: deps.guard.internal('jobs'),
      bodyLimit: maxBytes,
      schema: { params: AccountParams, body: KeptQuestion, response: { 200: KeptAnswer } },
    },
    async ({ params, body }) => {
      try {
        return await keptShare(deps, params.userId, body, AbortSignal.timeout(limitMs))
      } catch (error) {
        if (error instanceof VendorError) throw new Problem(409, error.code, error.message)
        throw error
      }
    },
  )
