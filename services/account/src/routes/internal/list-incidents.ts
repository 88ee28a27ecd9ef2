import { IncidentList, maxIncidents } from '@utter/contracts/http/status/incident'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { incidentView } from '../../domain/incident.ts'

const shownMs = 90 * 24 * 3_600_000

/** Incidents for the status page, and for the operator. */
export const listIncidents: Route<Deps> = (app, { incidents, guard, clock }) =>
  app.get(
    '/internal/incidents',
    { access: guard.internal('gateway', 'operator'), schema: { response: { 200: IncidentList } } },
    async () => {
      const since = new Date(clock.now().getTime() - shownMs)
      return (await incidents.list(since, maxIncidents)).map(incidentView)
    },
  )
