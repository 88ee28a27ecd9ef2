import type { Operation } from '@utter/http/openapi/operation'
import type { Job } from '../domain/job/job.ts'

const submission = {
  tag: 'Jobs',
  headers: ['IdempotencyKey', 'Prefer', 'CacheControl'],
  answers: {
    200: {
      description:
        'The job, where it has ended within `Prefer: wait`, its request id was known already, or it has the sound of an earlier one: then it is `cached`, and costs nothing.',
    },
    202: { description: 'The job was taken, and runs.', headers: ['Location'] },
  },
  refusals: {
    400: 'The request is not valid; or a mark in its text is not whole, or cannot be done (`code` `invalid_mark`); or its text is longer than a call of the plan may be (`code` `text_too_long_for_plan`); or the voice, with `default` each voice, does not speak the language (`language_not_spoken`). Nothing is charged.',
    402: 'No calls are left: of the account, of its spending limit, or of the API key.',
    403: 'Missing scope, a network that the key is not for, or webhooks on a plan without them.',
    409: 'The request id was used with a different request.',
    429: 'The rate of the account; or, as the `code` `free_network_limit_reached` says, free accounts of the caller’s network have used up vendors’ voices, or replies, for the UTC month.',
    503: 'Overload; or free accounts together have used up their day, as the `code` `free_limit_reached` says.',
  },
} satisfies Partial<Operation>

/** The two submissions in the API's description. */
export const submissionOf: Record<Job['kind'], Operation> = {
  tts: {
    ...submission,
    id: 'submitTts',
    summary: 'Speak a text',
    description:
      'Costs one call, unless the job fails or comes from the cache. The text may have marks, such as `[pause:1.5s]`, which are done or refused with their place.',
    example: { userText: 'Good morning. This is my first sentence.', requestId: 'first-1', voiceId: 'default' },
  },
  reply: {
    ...submission,
    id: 'submitReply',
    summary: 'Answer a question, and speak the answer',
    description:
      'Costs one call, unless the job fails or comes from the cache. A `sessionId` other than `default` remembers its last turns.',
    example: { userText: 'Say hello to somebody who is new here.', requestId: 'first-2', voiceId: 'default' },
  },
}

/** A retry in the API's description. */
export const retryOperation: Operation = {
  ...submission,
  id: 'retryJob',
  headers: ['IdempotencyKey', 'Prefer'],
  summary: 'Repeat a job, in whole or from its reply',
  description:
    'Makes a new job, with another text, voice or settings where they are given. From the reply no model is asked. Costs one call, unless the job fails.',
  parameters: { id: 'The id of the job that is repeated.' },
  example: { from: 'reply', voiceId: 'default' },
  refusals: {
    ...submission.refusals,
    409: 'The job has not ended, has no reply, or the request id was used with a different request.',
  },
}
