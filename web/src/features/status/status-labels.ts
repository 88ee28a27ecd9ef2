import type { IncidentState } from '@utter/contracts/http/status/incident'
import type { ServedPartName, ServedState } from '@utter/contracts/http/status/served'
import { type MessageDescriptor, msg } from '../../lib/language/words.ts'

interface PartLabel {
  title: MessageDescriptor
  /** Sentence that holds while it is served. */
  about: MessageDescriptor
}

export const partLabels: Record<ServedPartName, PartLabel> = {
  submissions: { title: msg('Submissions'), about: msg('Requests for jobs are taken') },
  voices: { title: msg('Voices'), about: msg('Jobs end with their sound') },
  streams: { title: msg('Streams'), about: msg('Jobs are followed live') },
  webhooks: { title: msg('Webhooks'), about: msg('Ends of jobs are sent to servers') },
}

export const servedLabels: Record<ServedState, MessageDescriptor> = {
  operational: msg('Operational'),
  degraded: msg('Degraded'),
  down: msg('Down'),
  unknown: msg('No figures'),
}

/** The sentence for all parts together. */
export const overallLabels: Record<ServedState, MessageDescriptor> = {
  operational: msg('Everything is served'),
  degraded: msg('Some of it fails at times'),
  down: msg('A part is down'),
  unknown: msg('There are no figures yet'),
}

export const incidentStateLabels: Record<IncidentState, MessageDescriptor> = {
  investigating: msg('Investigating'),
  identified: msg('Identified'),
  monitoring: msg('Monitoring'),
  resolved: msg('Resolved'),
}
