import { PronunciationsView } from '@utter/contracts/http/pronunciations'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../deps.ts'

/** `GET /api/pronunciations`: the account's list. A plan that was lowered shows it still, and says that it is not applied. */
export const getPronunciations: Route<Deps> = (app, { pronunciations, plans, guard }) =>
  app.get(
    '/api/pronunciations',
    {
      access: guard.required('jobs:write'),
      schema: {
        operation: {
          id: 'getPronunciations',
          tag: 'Audio and voices',
          summary: 'How your words are spoken',
        },
        response: { 200: PronunciationsView },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const entries = await pronunciations.entriesOf(identity.userId)
      return { entries, applied: planOf(plans, identity.tier).pronunciations }
    },
  )
