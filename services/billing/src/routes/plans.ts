import { Plans } from '@utter/contracts/plans'
import type { Route } from '@utter/http/server'
import type { Deps } from '../deps.ts'

export const plansRoute: Route<Deps> = (app, { plans, guard }) =>
  app.get('/api/plans', { onRequest: guard.anybody, schema: { response: { 200: Plans } } }, async () => plans)
