import type { DisabledReason } from '@utter/contracts/http/disabled-reason'

/** Why a webhook was disabled. */
export const disabledReasonLabels: Record<DisabledReason, string> = {
  gone: 'It answered 410, Gone.',
  failing: 'Nothing was delivered for five days.',
}
