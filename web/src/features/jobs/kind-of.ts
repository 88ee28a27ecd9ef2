import type { JobKind } from '@utter/contracts/http/jobs/batch'
import type { JobView } from '@utter/contracts/http/jobs/job-views'

/** Whether a job answers its text or speaks it, as far as its course has shown it: no field names it. */
export function kindOf({ aiResponse, timeline, status, ssml }: JobView): JobKind | undefined {
  const steps = timeline.map(({ step }) => step)
  if (aiResponse !== undefined || steps.includes('chat-started')) return 'reply'
  return ssml || steps.includes('speech-started') || status === 'completed' ? 'tts' : undefined
}
