import type { DeliveryView, StopReason, WebhookSettings } from '@utter/contracts/http/webhooks'
import { counted, grouped } from '../../lib/format/counted.ts'
import { localTime } from '../../lib/format/times.ts'
import { fromServer } from '../../lib/language/from-server.ts'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { disabledReasonLabels } from './disabled-reason-labels.ts'

/** Why a webhook that has an address is not what it should be; undefined where it is. */
export function troubleOf({
  disabledAt,
  disabledReason,
  failingSince,
  lastError,
}: WebhookSettings): { fact: string; meaning: string } | undefined {
  const wayBack = t('Set the address again to enable it.')
  const prospect = t('It is tried again, and disabled after five days.')
  if (disabledAt)
    return {
      fact: t('Your webhook was disabled on {time}.', { time: localTime(disabledAt) }),
      meaning: disabledReason ? `${t(disabledReasonLabels[disabledReason])} ${wayBack}` : wayBack,
    }
  if (failingSince)
    return {
      fact: t('Your webhook has been failing since {time}.', { time: localTime(failingSince) }),
      meaning: lastError ? `${fromServer(lastError)}. ${prospect}` : prospect,
    }
  return undefined
}

const reasons: Record<StopReason, MessageDescriptor> = {
  plan: msg('The plan has no webhooks'),
  disabled: msg('The webhook was disabled'),
  removed: msg('The webhook was removed'),
  job_deleted: msg('The job was deleted'),
  work_deleted: msg('The work was deleted'),
  expired: msg('What it was about is no longer kept'),
}

/** A line about a delivery: why it stopped, when it is tried again, or the result of the last try. */
export function outcomeOf({ status, reason, nextAttemptAt, attempted, attempts }: DeliveryView): string {
  if (status === 'stopped') return reason ? t(reasons[reason]) : t('Stopped')
  const last = attempts.at(-1)
  const tries = counted(attempted, 'try', 'tries')
  if (status === 'delivered') return `${tries} · ${last?.ms ?? 0} ms`
  if (!last) return t('About to be sent')
  const why = last.error ?? t('No answer')
  return status === 'pending' && nextAttemptAt
    ? `${why} · ${t('next try {time}', { time: localTime(nextAttemptAt) })}`
    : `${why} · ${tries}`
}

/** The text after the tries of a delivery: the next try, or why there is none. */
export function nextOf({ status, reason, nextAttemptAt, attempted }: DeliveryView): string {
  if (status === 'stopped') return reason ? t(reasons[reason]) : ''
  if (status === 'pending')
    return nextAttemptAt ? t('Next try {time}', { time: localTime(nextAttemptAt) }) : t('About to be sent')
  return attempted === 1 ? t('after 1 try') : t('after {count} tries', { count: grouped(attempted) })
}
