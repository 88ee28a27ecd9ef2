import type { Stats } from '@utter/contracts/http/jobs/job-views'
import { standardPlans } from '@utter/contracts/plans'
import { aUser } from '@utter/web/test/answers/account'
import { aVoice, statsOf, submittedAs } from '@utter/web/test/answers/jobs'
import { jobs, viewOf } from './jobs.ts'

/**
 * Answers by path, and by method where it is not GET. A function is given the body and the query, and `undefined` is never an answer, as on a line that
 * hangs.
 */
export type Answers = Record<string, unknown>

const user = aUser({
  apiCallsUsed: 12,
  billingPeriodStart: '2026-10-18T09:00:00.000Z',
  billingPeriodEnd: '2026-11-18T09:00:00.000Z',
  referralCode: 'MIRABEL2',
})

const hourOf = (index: number) => ({
  startsAt: new Date(Date.UTC(2026, 9, 31, 15 + index)).toISOString(),
  completed: [38, 22, 14, 9, 6, 4, 7, 12, 30, 61, 84, 97][index % 12] ?? 0,
  failed: index % 7 === 3 ? 3 : 0,
})

const stats = statsOf({
  lastHour: { totalJobs: 112, completedJobs: 111, failedJobs: 97 },
  hours: Array.from({ length: 24 }, (_, index) => hourOf(index)),
  estimates: { jobs: 512, inTime: 473, medianOffSeconds: 2 },
  failures: [
    { code: 'invalid_voice', error: 'Invalid voice ID', jobs: 7 },
    { code: 'timed_out', error: 'Timed out', jobs: 2 },
  ],
})
const none = { totalJobs: 0, completedJobs: 0, failedJobs: 0 }
const noStats: Stats = {
  ...none,
  queueLength: 0,
  lastHour: none,
  hourBefore: none,
  hours: stats.hours.map(({ startsAt }) => ({ startsAt, completed: 0, failed: 0 })),
  failures: [],
}

/** An account with jobs. */
export const busy: Answers = {
  '/api/auth/me': { user },
  '/api/plans': standardPlans,
  '/api/notifications': { unseen: 0, notices: [] },
  '/api/stats': stats,
  '/api/stats/expected': { expectedSeconds: 6, position: 0 },
  '/api/jobs/recent': jobs.slice(0, 7),
  '/api/jobs': jobs,
  '/api/voices': [
    aVoice('vc_aria7K2d', 'Aria', { description: 'Warm, calm · English', aliases: ['default'] }),
    aVoice('vc_tomas3Xq', 'Tomas', { description: 'Clear, even · English' }),
    aVoice('vc_juno4Rt1', 'Juno', { description: 'Bright, quick · English' }),
    aVoice('vc_noor8Bm6', 'Noor', { description: 'Low, gentle · English' }),
  ],
  ...Object.fromEntries(jobs.map((job) => [`/api/jobs/${job.id}`, viewOf(job)])),
}

const voiceOf = (name: string, language: string, sex: 'female' | 'male', description: string) =>
  aVoice(name.toLowerCase(), name, {
    speedClass: 'natural',
    settings: ['stability'],
    language,
    languages: [language],
    sex,
    description,
  })

/** The same account where voices are many, in four languages. */
export const manyVoices: Answers = {
  ...busy,
  '/api/voices': [
    { ...voiceOf('Heart', 'en-US', 'female', 'Warm, close'), aliases: ['default'] },
    voiceOf('Michael', 'en-US', 'male', 'Even, a little dry'),
    voiceOf('Emma', 'en-GB', 'female', 'Clear, formal'),
    voiceOf('George', 'en-GB', 'male', 'Low, slow'),
    voiceOf('Dora', 'es', 'female', 'Bright'),
    voiceOf('Alex', 'es', 'male', 'Even'),
    voiceOf('Siwis', 'fr', 'female', 'Soft, a storyteller whose sentences take their time'),
    voiceOf('Fernanda-Beatriz of the northern coast', 'pt-BR', 'female', 'Warm, quick'),
    voiceOf('Santa', 'pt-BR', 'male', 'Deep'),
    aVoice('joe', 'Joe', { language: 'en-US', languages: ['en-US'], sex: 'male', description: 'Plain' }),
    aVoice('slt', 'Sally', { language: 'en-US', languages: ['en-US'], sex: 'female', description: 'Plain' }),
    aVoice('pico', 'Pico', { language: 'es', languages: ['es', 'fr', 'en-GB'], description: 'Plain' }),
  ],
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

/** An answer that is not a success. */
export const refusedAnswer = (status: number, error: string, code: string, more: object = {}) => ({
  refusedBy: status,
  body: { error, code, requestId: '', ...more },
})

export const visitor: Answers = { ...empty, '/api/auth/me': null }

const questions: Record<string, string> = {
  'Why does a recording of my own voice sound strange to me?':
    'Because you usually hear yourself twice: once through the air, and once through the bones of your skull, which carry the low notes. A recording has only the first half, so your voice seems thinner than the one you know.',
  'And does everyone get used to it?':
    'Most people do. After a few hours of listening, the brain files it as simply another familiar voice.',
}
export const asked = Object.keys(questions)
const [firstReply, secondReply] = Object.values(questions)

const [running, , , finished] = jobs
/** A conversation whose first reply is spoken, and whose second is being spoken. */
export const talking: Answers = {
  ...busy,
  'POST /api/reply': ({ userText }: { userText: string }) =>
    submittedAs((userText === asked[0] ? finished?.id : running?.id) ?? ''),
  ...(finished && {
    [`/api/jobs/${finished.id}`]: { ...viewOf(finished), aiResponse: firstReply, durationMs: 14_000 },
  }),
  ...(running && { [`/api/jobs/${running.id}`]: { ...viewOf(running), aiResponse: secondReply } }),
}

/** A conversation with many voices, whose chosen one does not speak the reply. */
export const refused: Answers = {
  ...manyVoices,
  'POST /api/reply': () => submittedAs(running?.id ?? ''),
  ...(running && {
    [`/api/jobs/${running.id}`]: {
      ...viewOf(running),
      status: 'failed',
      aiResponse: firstReply,
      error: 'This voice speaks French, not English',
      code: 'language_not_spoken',
    },
  }),
}

/** A job of the Playground on its way. */
export const playing: Answers = {
  ...busy,
  'POST /api/reply': () => submittedAs(running?.id ?? ''),
  ...(running && {
    [`/api/jobs/${running.id}`]: {
      ...viewOf(running),
      userText: 'What are three polite ways to decline a meeting?',
      aiResponse: 'Try “I can’t make that time, but here is what I can offer,” or “Could we settle this by email?”',
    },
  }),
}
