import type { DeliveryStatus } from '@utter/contracts/http/webhooks'
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'

const looks = {
  pending: ['pending', Clock, msg('Pending')],
  delivered: ['completed', CircleCheck, msg('Delivered')],
  failed: ['failed', CircleX, msg('Failed')],
  stopped: ['cancelled', Ban, msg('Stopped')],
} as const satisfies Record<DeliveryStatus, [tone: string, icon: LucideIcon, label: MessageDescriptor]>

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [tone, icon, label] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  )
}

/** The status of the receiver's answer. */
export const AnswerBadge = ({ status }: { status: number | null }) => {
  const isSuccess = status !== null && status >= 200 && status < 300
  return (
    <Badge tone={isSuccess ? 'completed' : 'failed'} icon={isSuccess ? CircleCheck : CircleX}>
      {status ?? t('None')}
    </Badge>
  )
}
