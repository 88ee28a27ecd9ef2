import type { SubscriptionStatus } from '@utter/contracts/plans'
import { Ban, CircleCheck, CircleX } from 'lucide-react'
import { msg, t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'

const looks = {
  active: { tone: 'completed', icon: CircleCheck, label: msg('Active') },
  past_due: { tone: 'failed', icon: CircleX, label: msg('Payment failed') },
  unpaid: { tone: 'failed', icon: CircleX, label: msg('Unpaid') },
  canceled: { tone: 'cancelled', icon: Ban, label: msg('Cancelled##subscription') },
} as const satisfies Record<SubscriptionStatus, object>

/** The status of a subscription. */
export function SubscriptionBadge({ status }: { status: SubscriptionStatus }) {
  const { tone, icon, label } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  )
}
