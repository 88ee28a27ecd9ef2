import type { JobView } from '@utter/contracts/http/jobs/job-views'
import styled from 'styled-components'
import { randomId } from '../../../lib/browser/random-id.ts'
import { CodeButton } from '../../code-samples/code-button.tsx'
import { jobCall } from '../../code-samples/job-call.ts'
import { kindOf } from '../../jobs/kind-of.ts'

/** Small, since the main acts are at the panel's foot. */
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  margin: -8px -10px;
`

/** The call that makes this job again, and the one that reads it. The request id is new: with its own it would be the same job. */
const callsOf = (job: JobView) => [
  { does: 'Make it again', call: jobCall({ ...job, kind: kindOf(job) ?? 'tts', requestId: randomId() }) },
  { does: 'Read it', call: { method: 'GET' as const, path: `/api/jobs/${job.id}` } },
]

/** Ways on from a job: elsewhere, and to other forms of it. */
export const MoreActs = ({ job }: { job: JobView }) => (
  <Line role="group" aria-label="More about this job">
    <CodeButton calls={() => callsOf(job)} isNamed />
  </Line>
)
