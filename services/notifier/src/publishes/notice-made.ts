import { NoticeMade } from '@utter/contracts/events/notices/notice-made'
import { eventOf, type OutgoingEvent } from '@utter/messaging/outgoing-event'
import type { Endpoint } from '../domain/endpoint.ts'

/** The notice of a webhook that fails: how near it is to being disabled. Each step is told once, however often it is published. */
export function webhookNotices({
  _id,
  version,
  url,
  failingSince,
  warnedPercent,
  disabledAt,
  unpublishedSince,
}: Endpoint): OutgoingEvent[] {
  if (url === undefined || !failingSince || !warnedPercent || disabledAt) return []
  const since = failingSince.toISOString()
  const notice = { kind: 'webhook-failing', percent: warnedPercent, host: new URL(url).host, since } as const
  const data = {
    cause: `webhook-failing ${since} ${warnedPercent}`,
    at: (unpublishedSince ?? failingSince).toISOString(),
    notice,
  }
  return [eventOf(NoticeMade, { userId: _id, version, data })]
}
