import type { JobRow, JobView, Stats, Submitted } from '@utter/contracts/http/jobs/job-views'
import type { OwnVoiceView, VoiceView } from '@utter/contracts/http/voices'

// Answers of the routes of jobs, like those of an account (account.ts).

export const aJob = (over: Partial<JobRow> = {}): JobRow => ({
  id: 'f3a91c7e-0c1d-4c58-9d5e-6a0d4f0a1b2c',
  status: 'pending',
  progress: 0,
  userText: 'Hello there',
  voiceId: 'default',
  createdAt: new Date().toISOString(),
  version: 1,
  ...over,
})

export type Step = [step: string, seconds: number, progress?: number]
const statusOf = (step: string) =>
  step === 'completed' || step === 'failed' ? step : step === 'submitted' ? 'pending' : 'processing'

/** A job with its timeline. @param steps with their seconds since the submission */
export function jobViewOf(row: JobRow, steps: Step[] = [], over: Partial<JobView> = {}): JobView {
  const at = (seconds: number) => new Date(Math.round(Date.parse(row.createdAt) + seconds * 1_000)).toISOString()
  return {
    ...row,
    requestId: 'request-1',
    sessionId: 'default',
    ttsSettings: { stability: 0.5, similarityBoost: 0.8, style: 0.2, speakerBoost: true },
    webhookDelivered: false,
    webhookAttempts: 0,
    cached: false,
    updatedAt: at(steps.at(-1)?.[1] ?? 0),
    timeline: steps.map(([step, seconds, progress = 0], index) => ({
      version: index + 1,
      at: at(seconds),
      step,
      status: statusOf(step),
      progress,
    })),
    trace: [],
    cost: { calls: 1 },
    ...over,
  }
}

export const submittedAs = (jobId: string, over: Partial<Submitted> = {}): Submitted => ({
  jobId,
  status: 'pending',
  position: 0,
  expectedSeconds: 3,
  links: { job: `/api/jobs/${jobId}`, events: `/api/events/${jobId}` },
  ...over,
})

export const statsOf = (over: Partial<Stats> = {}): Stats => ({
  totalJobs: 12_480,
  completedJobs: 12_316,
  failedJobs: 41,
  queueLength: 3,
  lastHour: { totalJobs: 112, completedJobs: 0, failedJobs: 97 },
  hourBefore: { totalJobs: 100, completedJobs: 100, failedJobs: 100 },
  hours: [],
  failures: [],
  ...over,
})

export const aVoice = (id: string, name: string, over: Partial<VoiceView> = {}): VoiceView => ({
  id,
  name,
  description: 'English (US), on this machine',
  language: 'en-GB',
  languages: ['en-GB'],
  speedClass: 'quick',
  settings: ['stability', 'style'],
  provider: 'local',
  aliases: [],
  sampleUrl: `/api/voices/${id}/sample.mp3`,
  ...over,
})

/** A blend of an account. */
export const anOwnVoice = (name: string, over: Partial<OwnVoiceView> = {}): OwnVoiceView => {
  const id = over.id ?? `blend-${'0'.repeat(31)}1`
  return {
    ...aVoice(id, name, { description: 'Heart 60 %, Michael 40 %', provider: 'kokoro', settings: [] }),
    language: 'en-US',
    languages: ['en-US'],
    speedClass: 'natural',
    sampleUrl: `/api/voices/mine/${id}/sample.mp3`,
    blend: [
      { voiceId: 'af_heart', weight: 0.6 },
      { voiceId: 'am_michael', weight: 0.4 },
    ],
    addedAt: '2026-01-01T00:00:00.000Z',
    ...over,
  }
}

const natural = (id: string, name: string, sex: 'female' | 'male', language = 'en-US') =>
  aVoice(id, name, {
    ...{ sex, language, languages: [language], provider: 'kokoro', speedClass: 'natural', settings: [] },
    description: language === 'es-ES' ? 'Spanish, natural, on this machine' : 'English (US), natural, on this machine',
  })

/** Voices of which blends are made, and one of which none is. */
export const blendableVoices = (): VoiceView[] => [
  { ...natural('af_heart', 'Heart', 'female'), aliases: ['default'] },
  natural('am_michael', 'Michael', 'male'),
  natural('af_bella', 'Bella', 'female'),
  natural('am_puck', 'Puck', 'male'),
  natural('af_nova', 'Nova', 'female'),
  natural('ef_dora', 'Dora', 'female', 'es-ES'),
  aVoice('joe', 'Joe'),
]
