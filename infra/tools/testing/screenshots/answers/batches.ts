import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { aBatchDryRun, aBatchRow } from '@utter/web/test/answers/batches'
import { aJob } from '@utter/web/test/answers/jobs'
import { creator } from './account.ts'
import { type Answers, manyVoices } from './api.ts'
import { instant } from './jobs.ts'

const hour = 3_600
const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

const rows: JobRow[] = [
  ['Chapter openings: the harbour of Senn has one lamp, and for thirty years Ines Varo lit it.', 'completed', 100],
  ['She carried the oil up forty steps each evening, and each evening she counted them.', 'completed', 100],
  ['On the last night of October the boats came home early.', 'failed', 60],
  ['هذا هو السطر الرابع من القائمة.', 'processing', 70],
  ['The water lay as flat as a table.', 'pending', 0],
].map(([userText, status, progress], index) =>
  aJob({
    ...({
      id: id(100 + index),
      userText,
      status,
      progress,
      voiceId: 'heart',
      createdAt: instant(120),
    } as Partial<JobRow>),
    ...(status === 'completed' && { audioUrl: `/audio/${id(100 + index)}.mp3` }),
    ...(status === 'failed' && { error: 'The voice left out a part of the text', code: 'speech_incomplete' }),
    ...(status === 'pending' && { position: 1 }),
  }),
)

const list = [
  aBatchRow({
    ...{ firstText: rows[0]?.userText ?? '', voiceId: 'heart', total: 5, createdAt: instant(120) },
    counts: { pending: 1, processing: 1, completed: 2, failed: 1 },
  }),
  aBatchRow({
    ...{ batchId: id(2), firstText: 'Platform four: the train to the coast.', voiceId: 'emma', total: 50 },
    ...{ createdAt: instant(5 * hour), counts: { pending: 50, processing: 0, completed: 0, failed: 0 } },
  }),
  aBatchRow({
    ...{ batchId: id(3), firstText: 'Welcome to the museum of tides.', voiceId: 'george', total: 12 },
    ...{ createdAt: instant(30 * hour), counts: { pending: 0, processing: 0, completed: 12, failed: 0 } },
  }),
  aBatchRow({
    ...{ batchId: id(4), firstText: 'Test', voiceId: 'joe', total: 1 },
    ...{ createdAt: instant(90 * hour), counts: { pending: 0, processing: 0, completed: 0, failed: 1 } },
  }),
]

/** An account with batches of each state. */
export const batches: Answers = {
  ...creator,
  '/api/voices': manyVoices['/api/voices'],
  '/api/voices/mine': [],
  '/api/batches': list,
}
export const noBatches: Answers = { ...batches, '/api/batches': [] }
export const withoutBatches: Answers = { ...manyVoices, '/api/batches': [] }

export const batchScreen = `/batches/${list[0]?.batchId}`
export const batch: Answers = { ...batches, [`/api/batch/${list[0]?.batchId}/jobs`]: rows }

type Sent = Parameters<typeof aBatchDryRun>[0]
export const pricedBatch: Answers = {
  ...noBatches,
  'POST /api/batch': (body: Sent) => aBatchDryRun(body, 1, { cost: '0.04' }),
}
/** Lines that the browser refuses before the server is asked. */
export const faultyBatch: Answers = { ...noBatches, 'POST /api/batch': (body: Sent) => aBatchDryRun(body) }
