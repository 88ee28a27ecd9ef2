import { ElevenLabsUser } from '@utter/contracts/http/elevenlabs/account'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { userOperation } from '../../operations/elevenlabs.ts'
import { shownAccount } from '../../requests/elevenlabs-account.ts'
import { elevenLabsUser } from '../../views/elevenlabs-account.ts'

/** `GET /v1/user`: the account of the key, with its plan and what is used of it. */
export const getElevenLabsUser: Route<Deps> = (app, deps) =>
  app.get(
    '/v1/user',
    {
      access: deps.guard.required('usage:read'),
      schema: { operation: userOperation, response: { 200: ElevenLabsUser } },
    },
    async (request) => {
      const identity = identityOf(request)
      return elevenLabsUser(identity, await shownAccount(deps, identity))
    },
  )
