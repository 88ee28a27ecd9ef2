import type { JobStatus } from '@utter/contracts/jobs'
import { Ban, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'
import { Spinner } from '../layout/spinner.tsx'

/** Lists call a cancelled job failed, as the API does. */
type ShownStatus = JobStatus | 'cancelled'

/** Pairs of colours of the theme: `--<tone>` on `--<tone>-tint`. */
type Tone = ShownStatus | 'warning' | 'accent'

const Tinted = styled.span<{ $tone: Tone; $hasIcon: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  flex: none;
  height: 24px;
  padding: 0 8px 0 ${({ $hasIcon }) => ($hasIcon ? '7px' : '8px')};
  border: 1px solid transparent;
  border-radius: var(--r-2);
  font-size: 12px;
  font-weight: 550;
  line-height: 16px;
  white-space: nowrap;
  color: var(--${({ $tone }) => $tone});
  background: var(--${({ $tone }) => $tone}-tint);
`

const iconSize = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }

interface BadgeProps {
  tone: Tone
  icon?: LucideIcon
  children: ReactNode
}

/** A word on its tint. A status has an icon too: never colour alone. */
export const Badge = ({ tone, icon: Icon, children }: BadgeProps) => (
  <Tinted $tone={tone} $hasIcon={Icon !== undefined}>
    {Icon && <Icon {...iconSize} />}
    {children}
  </Tinted>
)

const looks: Record<ShownStatus, { label: MessageDescriptor; icon: ReactNode }> = {
  pending: { label: msg('Pending'), icon: <Clock {...iconSize} /> },
  processing: { label: msg('Processing'), icon: <Spinner size={14} /> },
  completed: { label: msg('Completed'), icon: <CircleCheck {...iconSize} /> },
  failed: { label: msg('Failed'), icon: <CircleX {...iconSize} /> },
  cancelled: { label: msg('Cancelled'), icon: <Ban {...iconSize} /> },
}

interface StatusBadgeProps {
  status: ShownStatus
  /** Its word for something that is no job. */
  label?: MessageDescriptor | undefined
}

/** The status of a job. */
export const StatusBadge = ({ status, label = looks[status].label }: StatusBadgeProps) => (
  <Tinted $tone={status} $hasIcon>
    {looks[status].icon}
    {t(label)}
  </Tinted>
)
