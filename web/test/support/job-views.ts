import type { TraceStage } from '@utter/contracts/http/jobs/job-trace'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { aJob, jobViewOf, type Step } from '../answers/jobs.ts'

export const start = Date.parse('2026-01-01T12:00:00.000Z')
export const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString()
export const idOf = (number: number) => `${String(number).padStart(8, '0')}-0c1d-4c58-9d5e-6a0d4f0a1b2c`
/** A job whose submission is the `start`. */
export const jobView = (steps: Step[], over: Partial<JobView> = {}): JobView =>
  jobViewOf(aJob({ id: idOf(1), userText: 'Text 1', createdAt: at(0) }), steps, over)

export const whole: Step[] = [
  ['submitted', 0],
  ['activated', 0.1],
  ['chat-started', 0.3, 10],
  ['reply-written', 1.2, 40],
  ['speech-started', 1.3, 50],
  ['speech-progressed', 2.4, 70],
  ['speech-progressed', 3.6, 90],
  ['completed', 4, 100],
]
/** A stage of the trace, from one second to another. */
export const traced = (
  stage: TraceStage['stage'],
  from: number,
  to?: number,
  more: Partial<TraceStage> = {},
): TraceStage => ({
  stage,
  startedAt: at(from),
  ...(to !== undefined && { endedAt: at(to), ms: Math.round((to - from) * 1_000) }),
  tries: 1,
  ...more,
})
const [waited, wrote] = [
  traced('waiting', 0, 0.3),
  traced('chat', 0.3, 1.2, { provider: 'openai', model: 'gpt-4o-mini', tokens: 42 }),
]
export const completed = jobView(whole, {
  trace: [
    waited,
    wrote,
    traced('speech', 1.3, 3.5, { provider: 'piper', model: 'joe-1', characters: 260, recordings: 3 }),
    traced('storing', 3.5, 4),
  ],
  status: 'completed',
  progress: 100,
  version: 8,
  audioUrl: '/audio/1.mp3',
  durationMs: 24_000,
  aiResponse: 'A long reply',
})
export const failed = jobView([...whole.slice(0, 5), ['failed', 2, 50]], {
  trace: [waited, wrote, traced('speech', 1.3, 2)],
  status: 'failed',
  progress: 50,
  version: 6,
  error: 'Invalid voice ID',
  code: 'invalid_voice',
})
export const running = jobView(whole.slice(0, 3), {
  trace: [waited, traced('chat', 0.3)],
  status: 'processing',
  progress: 10,
  version: 3,
})
