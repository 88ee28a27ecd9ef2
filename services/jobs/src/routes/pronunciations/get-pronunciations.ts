import { PronunciationsView } from '@utter/contracts/http/pronunciations'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { noPronunciations } from '../../requests/pronunciations.ts'

const Query = z.object({ kept: z.optional(z.literal('true')) })

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
          parameters: {
            kept: '`true`: on a plan without lists too, what is kept of one from before, which may be nothing.',
          },
          refusals: { 403: 'The plan has no pronunciation lists, and the account has none from before.' },
        },
        querystring: Query,
        response: { 200: PronunciationsView },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const entries = await pronunciations.entriesOf(identity.userId)
      const applied = planOf(plans, identity.tier).pronunciations
      if (!applied && entries.length === 0 && !request.query.kept) throw noPronunciations(plans)
      return { entries, applied }
    },
  )
