import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { useState } from 'react'
import { lazyView } from '../../lib/lazy-view.tsx'
import { Optional } from '../../ui/layout/boundary.tsx'
import type { OpenJob } from './use-open-job.ts'

const panel = lazyView(async () => (await import('./job-panel.tsx')).JobPanel)

interface JobPanelSlotProps {
  openJob: OpenJob
  rows: readonly JobRow[] | undefined
  isSignedIn: boolean
}

/** The panel's place on a screen: fetched when a job is first opened, and kept, so that it can slide out. */
export function JobPanelSlot({ openJob: { openId, open, close }, rows, isSignedIn }: JobPanelSlotProps) {
  const shownId = isSignedIn ? openId : undefined
  const [hasOpened, setHasOpened] = useState(false)
  if (shownId !== undefined && !hasOpened) setHasOpened(true)
  if (!hasOpened) return null
  return (
    <Optional part={panel} resetKey={shownId}>
      <panel.View openId={shownId} rows={rows ?? []} onOpen={open} onClose={close} />
    </Optional>
  )
}
