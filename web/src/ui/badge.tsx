import type { JobStatus } from '@utter/contracts/jobs'
import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Spinner } from './spinner.tsx'

/** Lists call a cancelled job failed, as the API does. */
type ShownStatus = JobStatus | 'cancelled'

const Tinted = styled.span<{ $status: ShownStatus }>`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 24px;
  padding: 0 8px 0 7px;
  border: 1px solid transparent;
  border-radius: var(--r-2);
  font-size: 12px;
  font-weight: 550;
  line-height: 16px;
  white-space: nowrap;
  color: var(--${({ $status }) => $status});
  background: var(--${({ $status }) => $status}-tint);
`

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true }

const looks: Record<ShownStatus, { label: string; icon: ReactNode }> = {
  pending: { label: 'Pending', icon: <Clock {...icon} /> },
  processing: { label: 'Processing', icon: <Spinner size={14} /> },
  completed: { label: 'Completed', icon: <CircleCheck {...icon} /> },
  failed: { label: 'Failed', icon: <CircleX {...icon} /> },
  cancelled: { label: 'Cancelled', icon: <Ban {...icon} /> },
}

/** Never colour alone: an icon and the word. */
export const StatusBadge = ({ status }: { status: ShownStatus }) => (
  <Tinted $status={status}>
    {looks[status].icon}
    {looks[status].label}
  </Tinted>
)
