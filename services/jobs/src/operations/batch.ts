import { BatchResult } from '@utter/contracts/http/jobs/batch'
import type { Operation } from '@utter/http/openapi/operation'

const ofBatch = { tag: 'Batches', parameters: { id: 'The id of the batch.' } } as const

/** The routes of batches in the API's description. */
export const batchOperations = {
  submit: {
    id: 'submitBatch',
    tag: 'Batches',
    summary: 'Submit up to 100 jobs at once',
    description:
      'Each item is a request of `POST /api/tts`, or with `kind: "reply"` of `POST /api/reply`. A bad item fails alone. The calls of all good ones are taken together, or none is. Single jobs go before those of batches. It counts as one request of the rate.',
    parameters: {
      dryRun: '`true`: checked, matched with earlier jobs and priced; nothing is taken and nothing is kept.',
    },
    headers: ['CacheControl'],
    example: {
      jobs: [
        { userText: 'Chapter one.', requestId: 'book-1', voiceId: 'default' },
        { userText: 'Say what chapter two is about.', requestId: 'book-2', voiceId: 'default', kind: 'reply' },
      ],
    },
    answers: {
      200: { description: 'What the batch would be: of `dryRun=true`.' },
      202: {
        description:
          'What became of each item, in the order given. A request id that is known answers with its job, which costs nothing.',
      },
    },
    refusals: {
      402: 'There are not enough calls for all of it: nothing was taken.',
      403: 'Missing scope, a network that the key is not for, or a plan without batches.',
      503: 'Overload, or the same batch is still under way. Sent again with its request ids it is the same jobs, paid once.',
    },
  },
  list: {
    id: 'listBatches',
    tag: 'Batches',
    summary: 'The batches of the account, newest first',
    description: 'A page may be short, and have a next one all the same.',
    answers: { 200: { headers: ['Link'] } },
  },
  jobs: {
    ...ofBatch,
    id: 'listBatchJobs',
    summary: 'The jobs of a batch, in its order',
    description: 'All of them, those that have not ended too.',
  },
  get: { ...ofBatch, id: 'getBatch', summary: 'A batch, its jobs counted by status' },
  cancel: {
    ...ofBatch,
    id: 'cancelBatch',
    summary: 'Cancel what of a batch can still be cancelled',
    description: 'Free for each job until its speech has begun.',
  },
  results: {
    ...ofBatch,
    id: 'getBatchResults',
    summary: 'The jobs of a batch that have ended',
    parameters: {
      ...ofBatch.parameters,
      format: '`jsonl`: a JSON object a line; `zip`: these lines as `results.jsonl`, and the mp3s beside them.',
    },
    answers: {
      200: {
        description:
          'A line for each job, in the order of the batch. It is made while it is sent: an answer that breaks off is not whole.',
        items: { 'application/x-ndjson': BatchResult },
        types: ['application/zip'],
        headers: ['Content-Disposition'],
      },
      304: { description: 'To `If-None-Match: *`.' },
    },
    refusals: { 412: 'To an `If-Match` that names a mark: results have none.' },
  },
} satisfies Record<string, Operation>
