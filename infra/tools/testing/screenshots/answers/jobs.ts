import type { JobRow, JobView } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import { traceOf } from '@utter/jobs/domain/job/trace'
import { jobViewOf, type Step } from '@utter/web/test/answers/jobs'

/** The moment at which every picture is taken. */
export const now = new Date('2026-11-01T14:05:00.000Z')
export const instant = (secondsAgo: number): string => new Date(now.getTime() - secondsAgo * 1_000).toISOString()

const minute = 60
const hour = 60 * minute

type Draft = Pick<JobRow, 'id' | 'status' | 'progress' | 'userText' | 'voiceId'> & { secondsAgo: number; code?: string }

const drafts: Draft[] = [
  {
    id: 'f3a91c7e-52bd-4c90-8f1e-77b0a4d3c215',
    status: 'processing',
    progress: 50,
    userText: 'Give me a warm, thirty-second welcome for a podcast about slow travel in the Alps.',
    voiceId: 'vc_aria7K2d',
    secondsAgo: 3,
  },
  {
    id: 'e07d4482-91ac-4e3b-8a6d-5f20c7b9d114',
    status: 'processing',
    progress: 10,
    userText: 'Summarise today’s release notes as if you were reading the evening news.',
    voiceId: 'vc_tomas3Xq',
    secondsAgo: 9,
  },
  {
    id: 'd8c2b6f0-7e15-4a9c-b3d2-1c84e6f0a927',
    status: 'pending',
    progress: 0,
    userText: 'Explain what a vector database is to someone who has only used spreadsheets.',
    voiceId: 'vc_aria7K2d',
    secondsAgo: minute,
  },
  {
    id: 'c19e05aa-3f6c-4b1e-9d57-2a60f8b1e7d4',
    status: 'completed',
    progress: 100,
    userText: 'Write a short bedtime story about a lighthouse that was afraid of the dark.',
    voiceId: 'vc_juno4Rt1',
    secondsAgo: 4 * minute,
  },
  {
    id: 'b5527d31-08e6-4d72-a1f9-93c5d0e84b6a',
    status: 'failed',
    progress: 50,
    userText: 'Read the ingredients of this recipe slowly, then the steps, one at a time.',
    voiceId: 'vc_old9911',
    secondsAgo: 11 * minute,
    code: 'invalid_voice',
  },
  {
    id: 'a94f3e60-d2c8-4f05-86be-0e71b9a2c35d',
    status: 'completed',
    progress: 100,
    userText: 'What are three polite ways to decline a meeting?',
    voiceId: 'vc_aria7K2d',
    secondsAgo: 18 * minute,
  },
  {
    id: '97b0c8d4-6a1f-4b83-9c2e-d45f7081ea36',
    status: 'failed',
    progress: 10,
    userText: 'Introduce the next speaker: Dr. Amara Osei, who maps coral reefs with sound.',
    voiceId: 'vc_tomas3Xq',
    secondsAgo: 26 * minute,
    code: 'cancelled',
  },
  {
    id: '8e61f2a9-c472-4e9d-a05b-68b3d1f70c94',
    status: 'completed',
    progress: 100,
    userText: 'Turn these five bullet points into a friendly onboarding message.',
    voiceId: 'vc_juno4Rt1',
    secondsAgo: hour,
  },
  {
    id: '7d3a90b5-1e8d-4c61-b7f4-20a9c6e5d813',
    status: 'completed',
    progress: 100,
    userText: 'Say good morning to our listeners in Lisbon, with today’s weather.',
    voiceId: 'vc_aria7K2d',
    secondsAgo: 2 * hour,
  },
]
const errors: Record<string, string> = { invalid_voice: 'Invalid voice ID', cancelled: 'Cancelled' }

export const jobs: JobRow[] = drafts.map(({ secondsAgo, code, ...job }) => ({
  ...job,
  createdAt: instant(secondsAgo),
  version: 5,
  ...(job.status === 'completed' && { audioUrl: `/audio/${job.id}.mp3` }),
  ...(code && { code, error: errors[code] ?? '' }),
}))

/** A job whose details a picture shows, by its index in the list. */
const details: Record<string, { reply?: string; steps: Step[]; durationMs?: number }> = {
  [drafts[0]?.id ?? '']: {
    reply:
      'Welcome, and slow down. Today we leave the motorway behind and follow a cowbell up a green valley, where the train takes two hours and nobody minds.',
    steps: [
      ['submitted', 0, 0],
      ['chat-started', 0.4, 10],
      ['reply-written', 1.5, 40],
      ['speech-started', 1.8, 50],
    ],
  },
  [drafts[3]?.id ?? '']: {
    reply:
      'Once, on a rock at the edge of the sea, stood a lighthouse who kept her lamp on even at noon, because the dark made her nervous. One night a small boat whispered: “I only find my way because you are brave.” From then on she looked forward to the evenings, and counted the boats home.',
    steps: [
      ['submitted', 0, 0],
      ['chat-started', 0.3, 10],
      ['reply-written', 1.2, 40],
      ['speech-started', 1.2, 50],
      ['speech-progressed', 3.6, 90],
      ['completed', 4, 100],
    ],
    durationMs: 24_000,
  },
  [drafts[4]?.id ?? '']: {
    steps: [
      ['submitted', 0, 0],
      ['speech-started', 0.3, 50],
      ['failed', 0.7, 50],
    ],
  },
  [drafts[5]?.id ?? '']: {
    reply:
      'Try “I can’t make that time, but here is what I can offer,” or “Could we settle this by email?” If it is simply a no, “Thank you for thinking of me, I will pass this time” is short, warm and complete.',
    steps: [
      ['submitted', 0, 0],
      ['chat-started', 0.2, 10],
      ['reply-written', 1.4, 40],
      ['speech-started', 1.5, 50],
      ['speech-progressed', 3.6, 90],
      ['completed', 3.8, 100],
    ],
    durationMs: 13_000,
  },
}

export function viewOf(row: JobRow): JobView {
  const { reply, steps = [], durationMs } = details[row.id] ?? {}
  const view = jobViewOf(row, steps)
  return {
    ...view,
    version: Math.max(1, steps.length),
    requestId: 'req_7Q2m',
    ...(reply && { aiResponse: reply }),
    trace: traceFor(view, durationMs),
    cost: { calls: row.status === 'failed' ? 0 : 1 },
    ...(durationMs && { durationMs, peaks: peaksOf(160) }),
    ...(isFinal(row.status) && {
      processingTime: Date.parse(view.updatedAt) - Date.parse(row.createdAt),
      completedAt: view.updatedAt,
    }),
    ...(row.status === 'processing' && { expectedSeconds: 3 }),
  }
}

/** The trace as jobs makes it, with all reports of workers. */
function traceFor({ timeline, userText }: JobView, durationMs = 0): JobView['trace'] {
  const entries = timeline.map(({ note: _, ...entry }) => ({ ...entry, at: new Date(entry.at) }))
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return []
  return traceOf({
    timeline: entries,
    cached: false,
    webhookAttempts: 0,
    work: {
      chat: { provider: 'openai', model: 'gpt-4o-mini', tokens: 4 * userText.split(' ').length },
      ...(durationMs > 0 && {
        speech: {
          ...{ provider: 'piper', model: 'joe-c9dc0dd883bd', voice: 'joe' },
          characters: Math.round(durationMs / 80),
          recordings: 4,
          storingAt: new Date(last.at.getTime() - 400).toISOString(),
        },
      }),
    },
  })
}

/** The outline of something spoken: words with pauses between them. */
const peaksOf = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => Math.abs(Math.sin(index / 2.3) * Math.sin(index / 11 + 0.6)) * 0.8 + 0.05)
