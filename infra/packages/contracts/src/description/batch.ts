import {
  BatchCancelled,
  BatchDryRun,
  BatchJob,
  BatchRejection,
  BatchRequest,
  BatchResult,
  BatchRow,
  BatchSubmitted,
  BatchView,
  DryRunJob,
} from '../http/jobs/batch.ts'
import { describe } from './describe.ts'
import { warningsSentence } from './jobs.ts'

const batchId = 'The id of the batch.'
const requestId = 'The request id of the item.'
const counts = { accepted: 'Items that have a job.', rejected: 'Items that were refused.' }

/** A request of one kind, which it names. */
const item = (kind: 'tts' | 'reply', schema: string) => ({
  $ref: `#/components/schemas/${schema}`,
  properties: { kind: { const: kind } },
})

export const batchDescriptions = [
  describe(BatchRequest, 'BatchRequest', 'Up to 100 jobs.', {
    jobs: {
      description:
        'Requests as `POST /api/tts` takes them, or with `kind: "reply"` as `POST /api/reply` does. Each is checked by itself.',
      items: { anyOf: [item('tts', 'TtsRequest'), { ...item('reply', 'ReplyRequest'), required: ['kind'] }] },
    },
  }),
  describe(BatchSubmitted, 'BatchSubmitted', 'What became of a batch.', {
    batchId,
    ...counts,
    jobs: 'What became of each item, in the order given.',
  }),
  describe(BatchJob, 'BatchJob', 'An item that has a job.', {
    requestId,
    jobId: 'The id of its job.',
    status: 'As it is now: `completed` at once where it has the sound of an earlier job.',
    warnings: warningsSentence,
  }),
  describe(BatchRejection, 'BatchRejection', 'An item that was refused.', {
    requestId,
    error: 'Why: a sentence for people.',
    details: 'The fields that are at fault.',
  }),
  describe(BatchDryRun, 'BatchDryRun', 'What a batch would be.', {
    ...counts,
    calls: 'Calls that it would take.',
    cost: 'US dollars that it would cost, as far as its calls are overage.',
    refusal: 'Why it would be refused now.',
    jobs: 'What each item would become, in the order given.',
  }),
  describe(DryRunJob, 'DryRunJob', 'What an item would become.', {
    requestId,
    outcome:
      '`new`: a job that costs a call; `cached`: the sound of an earlier one; `known`: the job of its request id.',
    jobId: 'The earlier job.',
  }),
  describe(BatchView, 'BatchView', 'A batch.', {
    batchId,
    createdAt: 'When it was submitted.',
    total: 'The jobs that it made.',
    counts: 'How many of them are in each status.',
  }),
  describe(BatchRow, 'BatchRow', 'A batch in the list of them.', {
    batchId,
    createdAt: 'When it was submitted.',
    total: 'The jobs that it made.',
    counts: 'How many of them are in each status.',
    firstText: 'The beginning of the text of its first job.',
    voiceId: 'The voice of its first job, as it was requested.',
  }),
  describe(BatchCancelled, 'BatchCancelled', 'What became of a batch that was cancelled.', {
    cancelled: 'Jobs that were cancelled, free.',
    tooLate: 'Jobs that had ended, or whose speech had begun.',
  }),
  describe(BatchResult, 'BatchResult', 'A job of a batch that has ended.', {
    requestId,
    jobId: 'The id of its job.',
    status: '`completed` or `failed`.',
    audioUrl: 'Where the mp3 is: absolute, and signed for seven days.',
    file: 'Its name in the zip.',
    reply: 'The reply that the chat model wrote.',
    error: 'Why it failed: a sentence for people.',
  }),
]
