import type { UserView } from '@utter/contracts/http/account/user-view'
import type { Stats } from '@utter/contracts/http/jobs/job-views'
import type { VoiceView } from '@utter/contracts/http/voices'
import { standardPlans } from '@utter/contracts/plans'
import { jobs, viewOf } from './jobs.ts'

/**
 * Answers by path, and by method where it is not GET. A function is given the body, a string is sent as an event stream, and `undefined` is
 * never an answer, as on a line that hangs.
 */
export type Answers = Record<string, unknown>

const user: UserView = {
  id: '0d6f7a52-2a54-4b57-9d0c-5b1f1c0a7e31',
  username: 'mirabel',
  email: 'mirabel@utter.example',
  subscriptionTier: 'free',
  subscriptionStatus: 'active',
  apiCallsUsed: 12,
  apiCallsLimit: 100,
  overageCallsUsed: 0,
  overageCost: '0.00',
  billingPeriodStart: '2026-10-18T09:00:00.000Z',
  billingPeriodEnd: '2026-11-18T09:00:00.000Z',
  webhookUrl: null,
  referralCode: 'MIRABEL2',
  bonusCallsEarned: 0,
  referralCount: 0,
  createdAt: '2026-08-18T09:00:00.000Z',
  updatedAt: '2026-10-18T09:00:00.000Z',
}

const hourOf = (index: number) => ({
  startsAt: new Date(Date.UTC(2026, 9, 31, 15 + index)).toISOString(),
  completed: [38, 22, 14, 9, 6, 4, 7, 12, 30, 61, 84, 97][index % 12] ?? 0,
  failed: index % 7 === 3 ? 3 : 0,
})

export const stats: Stats = {
  totalJobs: 12_480,
  completedJobs: 12_316,
  failedJobs: 41,
  queueLength: 3,
  lastHour: { totalJobs: 112, completedJobs: 111, failedJobs: 97 },
  hourBefore: { totalJobs: 100, completedJobs: 100, failedJobs: 100 },
  hours: Array.from({ length: 24 }, (_, index) => hourOf(index)),
  failures: [
    { code: 'invalid_voice', error: 'Invalid voice ID', jobs: 7 },
    { code: 'timed_out', error: 'The job took too long', jobs: 2 },
  ],
}
const none = { totalJobs: 0, completedJobs: 0, failedJobs: 0 }
export const noStats: Stats = {
  ...none,
  queueLength: 0,
  lastHour: none,
  hourBefore: none,
  hours: stats.hours.map(({ startsAt }) => ({ startsAt, completed: 0, failed: 0 })),
  failures: [],
}

const voice = (id: string, name: string, description: string, aliases: string[] = []): VoiceView => ({
  id,
  name,
  description,
  language: 'en-GB',
  provider: 'local',
  aliases,
  sampleUrl: `/api/voices/${id}/sample.mp3`,
})

/** An account with jobs. */
export const busy: Answers = {
  '/api/auth/me': { user },
  '/api/plans': standardPlans,
  '/api/stats': stats,
  '/api/jobs/recent': jobs.slice(0, 7),
  '/api/jobs': jobs,
  '/api/voices': [
    voice('vc_aria7K2d', 'Aria', 'Warm, calm · English', ['default']),
    voice('vc_tomas3Xq', 'Tomas', 'Clear, even · English'),
    voice('vc_juno4Rt1', 'Juno', 'Bright, quick · English'),
    voice('vc_noor8Bm6', 'Noor', 'Low, gentle · English'),
  ],
  ...Object.fromEntries(jobs.map((job) => [`/api/jobs/${job.id}`, viewOf(job)])),
}

/** An account without jobs. */
export const empty: Answers = { ...busy, '/api/stats': noStats, '/api/jobs/recent': [], '/api/jobs': [] }

/** An account whose data is still on its way. */
export const loading: Answers = {
  ...busy,
  '/api/stats': undefined,
  '/api/jobs/recent': undefined,
  '/api/jobs': undefined,
}

export const visitor: Answers = { ...empty, '/api/auth/me': null }

const questions: Record<string, string> = {
  'Why does a recording of my own voice sound strange to me?':
    'Because you usually hear yourself twice: once through the air, and once through the bones of your skull, which carry the low notes. A recording has only the first half, so your voice seems thinner than the one you know.',
  'And does everyone get used to it?':
    'Most people do. After a few hours of listening, the brain files it as simply another familiar voice.',
}
export const asked = Object.keys(questions)
const replies = Object.values(questions)

const [running, , , finished] = jobs
const submitted = (jobId: string) => ({
  jobId,
  status: 'pending',
  position: 0,
  expectedSeconds: 3,
  links: { job: `/api/jobs/${jobId}`, events: `/api/events/${jobId}` },
})

/** A conversation whose first reply is spoken, and whose second is being spoken. */
export const talking: Answers = {
  ...busy,
  'POST /api/chat': ({ message }: { message: string }) => {
    const response = questions[message] ?? ''
    return `data: ${JSON.stringify({ text: response })}\n\nevent: done\ndata: ${JSON.stringify({ response })}\n\n`
  },
  'POST /api/tts': ({ userText }: { userText: string }) =>
    submitted((userText === replies[0] ? finished?.id : running?.id) ?? ''),
  ...(finished && { [`/api/jobs/${finished.id}`]: { ...viewOf(finished), durationMs: 14_000 } }),
}

/** A job of the Playground on its way. */
export const playing: Answers = {
  ...busy,
  'POST /api/reply': () => submitted(running?.id ?? ''),
  ...(running && {
    [`/api/jobs/${running.id}`]: {
      ...viewOf(running),
      userText: 'What are three polite ways to decline a meeting?',
      aiResponse: 'Try “I can’t make that time, but here is what I can offer,” or “Could we settle this by email?”',
    },
  }),
}
