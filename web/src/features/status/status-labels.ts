import type { IncidentState } from '@utter/contracts/http/status/incident'
import type { ServedPartName, ServedState } from '@utter/contracts/http/status/served'

interface PartLabel {
  title: string
  /** Sentence that holds while it is served. */
  about: string
}

export const partLabels: Record<ServedPartName, PartLabel> = {
  submissions: { title: 'Submissions', about: 'Requests for jobs are taken' },
  voices: { title: 'Voices', about: 'Jobs end with their sound' },
  streams: { title: 'Streams', about: 'Jobs are followed live' },
  webhooks: { title: 'Webhooks', about: 'Ends of jobs are sent to servers' },
}

export const servedLabels: Record<ServedState, string> = {
  operational: 'Operational',
  degraded: 'Degraded',
  down: 'Down',
  unknown: 'No figures',
}

/** The sentence for all parts together. */
export const overallLabels: Record<ServedState, string> = {
  operational: 'Everything is served',
  degraded: 'Some of it fails at times',
  down: 'A part is down',
  unknown: 'There are no figures yet',
}

export const incidentStateLabels: Record<IncidentState, string> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
}
