import type { ChapterState, WorkState } from '@utter/contracts/http/works/views'
import { AudioWaveform, Ban, CircleCheck, CirclePause, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { Badge } from '../../ui/data/badge.tsx'

type Look = { tone: ComponentProps<typeof Badge>['tone']; icon: LucideIcon; label: MessageDescriptor }

const looks: Record<WorkState | ChapterState, Look> = {
  waiting: { tone: 'pending', icon: Clock, label: msg('Waiting') },
  speaking: { tone: 'processing', icon: AudioWaveform, label: msg('Speaking') },
  paused: { tone: 'pending', icon: CirclePause, label: msg('Paused') },
  completed: { tone: 'completed', icon: CircleCheck, label: msg('Completed') },
  failed: { tone: 'failed', icon: CircleX, label: msg('Failed') },
  cancelled: { tone: 'cancelled', icon: Ban, label: msg('Cancelled') },
}

/** The state of a work, of a chapter or of a paragraph. */
export function StateBadge({ state }: { state: WorkState | ChapterState }) {
  const { tone, icon, label } = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(label)}
    </Badge>
  )
}
