import type { JobView } from '@utter/contracts/http/job-views'
import { useState } from 'react'
import { Running } from '../playground/running.tsx'

/** Its progress, its position, and the time that is left of what was expected. */
export function RunningJob({ job: { status, progress, position, expectedSeconds } }: { job: JobView }) {
  const [estimate, setEstimate] = useState(() => ({ expectedSeconds, at: Date.now() }))
  // The time counts from the moment at which another one was received.
  if (estimate.expectedSeconds !== expectedSeconds) setEstimate({ expectedSeconds, at: Date.now() })
  return (
    <div>
      <Running
        status={status}
        percent={progress}
        position={position}
        expectedSeconds={expectedSeconds}
        estimatedAt={estimate.at}
        reply={undefined}
      />
    </div>
  )
}
