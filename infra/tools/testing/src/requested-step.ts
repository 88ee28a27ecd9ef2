import { randomUUID } from 'node:crypto'
import type { RequestedStep } from '@utter/contracts/claims'

/** A step that was requested for the first time. */
export const requestedStep = (given: Partial<RequestedStep> = {}): RequestedStep => ({
  userId: randomUUID(),
  jobId: randomUUID(),
  stage: 'speech',
  attempt: 1,
  lane: 'fast',
  request: '{}',
  ...given,
})
