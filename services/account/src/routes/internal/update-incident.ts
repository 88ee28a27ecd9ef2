import { IncidentView, UpdateIncident } from '@utter/contracts/http/status/incident'
import { Id } from '@utter/contracts/ids'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { incidentView } from '../../domain/incident.ts'

/** Says what is new of an incident, for the operator: `resolved` closes it, and any other state opens it again. */
export const updateIncident: Route<Deps> = (app, { incidents, guard, clock }) =>
  app.post(
    '/internal/incidents/:incidentId/updates',
    {
      access: guard.internal('operator'),
      schema: { params: z.object({ incidentId: Id }), body: UpdateIncident, response: { 200: IncidentView } },
    },
    async ({ params, body: { state, text } }) => {
      const incident = await incidents.addUpdate(params.incidentId, { at: clock.now(), state, text })
      if (!incident) throw notFound('There is no such incident, or it has 50 updates')
      return incidentView(incident)
    },
  )
