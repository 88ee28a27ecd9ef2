import type { ServedState } from '@utter/contracts/http/status/served'
import { CircleCheck, CircleHelp, CircleX, TriangleAlert } from 'lucide-react'
import { t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { servedLabels } from './status-labels.ts'

const looks = {
  operational: { tone: 'completed', icon: CircleCheck },
  degraded: { tone: 'warning', icon: TriangleAlert },
  down: { tone: 'failed', icon: CircleX },
  unknown: { tone: 'cancelled', icon: CircleHelp },
} as const

export const ServedBadge = ({ state }: { state: ServedState }) => (
  <Badge {...looks[state]}>{t(servedLabels[state])}</Badge>
)
