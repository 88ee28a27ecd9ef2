import type { DisabledReason } from '@utter/contracts/http/disabled-reason'
import { type MessageDescriptor, msg } from '../../lib/language/words.ts'

/** Why a webhook was disabled. */
export const disabledReasonLabels: Record<DisabledReason, MessageDescriptor> = {
  gone: msg('It answered 410, Gone.'),
  failing: msg('Nothing was delivered for five days.'),
}
