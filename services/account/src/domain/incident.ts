import type { IncidentState, IncidentView } from '@utter/contracts/http/status/incident'
import type { ServedPartName } from '@utter/contracts/http/status/served'

/** A fault of the platform, as its operator tells of it on the status page. The oldest update comes first. */
export type Incident = {
  _id: string
  title: string
  parts: ServedPartName[]
  openedAt: Date
  /** Absent: it is not resolved. */
  resolvedAt?: Date
  updates: IncidentUpdate[]
}
export type IncidentUpdate = { at: Date; state: IncidentState; text: string }

export const incidentView = ({ _id, title, parts, openedAt, resolvedAt, updates }: Incident): IncidentView => ({
  id: _id,
  title,
  parts,
  state: updates.at(-1)?.state ?? 'investigating',
  openedAt: openedAt.toISOString(),
  resolvedAt: resolvedAt?.toISOString() ?? null,
  updates: updates.map((update) => ({ ...update, at: update.at.toISOString() })).reverse(),
})
