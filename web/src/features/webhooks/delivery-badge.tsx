import type { DeliveryStatus } from '@utter/contracts/http/webhooks'
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'

const looks = {
  pending: ['pending', Clock, 'Pending'],
  delivered: ['completed', CircleCheck, 'Delivered'],
  failed: ['failed', CircleX, 'Failed'],
  stopped: ['cancelled', Ban, 'Stopped'],
} as const satisfies Record<DeliveryStatus, [tone: string, icon: LucideIcon, label: string]>

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [tone, icon, label] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
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
