import type { DisabledReason } from '@utter/contracts/http/disabled-reason'

/** Why a webhook was disabled. */
export const disabledReasonLabels: Record<DisabledReason, string> = {
  gone: 'It answered 410, Gone.',
  failing: 'Every try of five days has failed.',
}
