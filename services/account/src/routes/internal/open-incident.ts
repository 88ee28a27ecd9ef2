import { randomUUID } from 'node:crypto'
import { IncidentView, OpenIncident } from '@utter/contracts/http/status/incident'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { incidentView } from '../../domain/incident.ts'

/** Opens an incident of the status page, for the operator. */
export const openIncident: Route<Deps> = (app, { incidents, guard, clock }) =>
  app.post(
    '/internal/incidents',
    { access: guard.internal('operator'), schema: { body: OpenIncident, response: { 200: IncidentView } } },
    async ({ body: { title, parts, text } }) => {
      const at = clock.now()
      const incident = {
        _id: randomUUID(),
        title,
        parts,
        openedAt: at,
        updates: [{ at, state: 'investigating' as const, text }],
      }
      await incidents.add(incident)
      return incidentView(incident)
    },
  )
