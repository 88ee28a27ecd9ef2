import { ElevenLabsBilledSubscription } from '@utter/contracts/http/elevenlabs/account'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { subscriptionOperation } from '../../operations/elevenlabs.ts'
import { shownAccount } from '../../requests/elevenlabs-account.ts'
import { elevenLabsBilledSubscription } from '../../views/elevenlabs-account.ts'

/** `GET /v1/user/subscription`: the plan of the account, and what is used of it. */
export const getElevenLabsSubscription: Route<Deps> = (app, deps) =>
  app.get(
    '/v1/user/subscription',
    {
      access: deps.guard.required('usage:read'),
      schema: { operation: subscriptionOperation, response: { 200: ElevenLabsBilledSubscription } },
    },
    async (request) => elevenLabsBilledSubscription(await shownAccount(deps, identityOf(request))),
  )
