import type { DeliveryView, StopReason, WebhookSettings } from '@utter/contracts/http/webhooks'
import { counted } from '../../lib/format/counted.ts'
import { localTime } from '../../lib/format/times.ts'
import { t } from '../../lib/language/words.ts'
import { disabledReasonLabels } from './disabled-reason-labels.ts'

/** Why a webhook that has an address is not what it should be; undefined where it is. */
export function troubleOf({
  disabledAt,
  disabledReason,
  failingSince,
  lastError,
}: WebhookSettings): { fact: string; meaning: string } | undefined {
  if (disabledAt)
    return {
      fact: t('Your webhook was disabled on {disabledAt}.', { disabledAt: localTime(disabledAt) }),
      meaning:
        `${disabledReason ? disabledReasonLabels[disabledReason] : ''} Set the address again to enable it.`.trim(),
    }
  if (failingSince)
    return {
      fact: t('Your webhook has been failing since {failingSince}.', { failingSince: localTime(failingSince) }),
      meaning: `${lastError ? `${lastError}. ` : ''}It is tried again, and disabled after five days.`,
    }
  return undefined
}

const reasons: Record<StopReason, string> = {
  plan: 'The plan has no webhooks',
  disabled: 'The webhook was disabled',
  removed: 'The webhook was removed',
  job_deleted: 'The job was deleted',
  work_deleted: 'The work was deleted',
  expired: 'What it was about is no longer kept',
}

/** A line about a delivery: why it stopped, when it is tried again, or the result of the last try. */
export function outcomeOf({ status, reason, nextAttemptAt, attempted, attempts }: DeliveryView): string {
  if (status === 'stopped') return reason ? reasons[reason] : t('Stopped')
  const last = attempts.at(-1)
  const tries = counted(attempted, 'try', 'tries')
  if (status === 'delivered') return `${tries} · ${last?.ms ?? 0} ms`
  if (!last) return t('About to be sent')
  const why = last.error ?? t('No answer')
  return status === 'pending' && nextAttemptAt
    ? t('{why} · next try {nextAttemptAt}', { why, nextAttemptAt: localTime(nextAttemptAt) })
    : `${why} · ${tries}`
}

/** The text after the tries of a delivery: the next try, or why there is none. */
export function nextOf({ status, reason, nextAttemptAt, attempted }: DeliveryView): string {
  if (status === 'stopped') return reason ? reasons[reason] : ''
  if (status === 'pending')
    return nextAttemptAt
      ? t('Next try {nextAttemptAt}', { nextAttemptAt: localTime(nextAttemptAt) })
      : t('About to be sent')
  return `after ${counted(attempted, 'try', 'tries')}`
}
