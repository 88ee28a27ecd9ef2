import { Ban, CircleCheck, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'

/** The client was gone before an answer. */
const clientClosed = 499

type AnswerLook = readonly [tone: 'completed' | 'warning' | 'failed' | 'cancelled', icon: LucideIcon, word: string]

function lookOf(status: number): AnswerLook {
  if (status === clientClosed) return ['cancelled', Ban, t('Gone')]
  if (status >= 500) return ['failed', CircleX, t('Failed')]
  if (status >= 400) return ['warning', TriangleAlert, t('Refused')]
  return ['completed', CircleCheck, 'OK']
}

/** The status of an answer, as a number and as a word. */
export function StatusOfAnswer({ status }: { status: number }) {
  const [tone, icon, word] = lookOf(status)
  return (
    <Badge tone={tone} icon={icon}>
      {status} {word}
    </Badge>
  )
}
