import { Plans } from '@utter/contracts/plans'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'

/** `GET /api/plans`: the plans as sold, for visitors too. */
export const listPlans: Route<Deps> = (app, { plans, guard }) =>
  app.get('/api/plans', { onRequest: guard.anybody, schema: { response: { 200: Plans } } }, async () => plans)
