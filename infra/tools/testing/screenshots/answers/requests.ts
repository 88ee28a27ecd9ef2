import type { AnsweredRequest, LoggedRequest } from '@utter/contracts/http/account/requests'
import { anAnsweredRequest } from '@utter/web/test/answers/account'
import { creator } from './account.ts'
import type { Answers } from './api.ts'
import { instant } from './jobs.ts'

const job = '9079f3dc-5a4c-4a5e-8a2e-1d0d5a0c7f11'

let count = 0
const asked = (more: Partial<AnsweredRequest>): AnsweredRequest =>
  anAnsweredRequest({
    requestId: `${String(count).padStart(8, '0')}-4a52-4c0f-9b7c-3f7d7a5f2c01`,
    at: instant(count++ / 4),
    ...more,
  })

const requests: LoggedRequest[] = [
  asked({ method: 'POST', path: '/api/tts', status: 202, ms: 34 }),
  asked({ path: `/api/jobs/${job}`, ms: 9 }),
  asked({
    ...{ method: 'POST', path: '/api/reply', status: 429, ms: 3 },
    ...{ error: 'Rate limit exceeded', code: 'rate_limited' },
  }),
  { kind: 'dropped', id: 'account:1', at: instant(0.6), from: instant(0.9), count: 1_204 },
  asked({
    ...{ method: 'POST', path: '/v1/audio/speech', status: 402, ms: 11, keyId: 'key-2' },
    ...{ error: 'API key limit reached', code: 'insufficient_quota' },
  }),
  asked({
    ...{ method: 'POST', path: '/api/tts', status: 400, ms: 5 },
    ...{ error: 'userText is required', code: 'invalid_request' },
  }),
  asked({ method: 'DELETE', path: `/api/jobs/${job}`, status: 204, ms: 18, keyId: null }),
  asked({
    ...{ path: '/api/jobs/unknown', status: 404, ms: 7, keyId: 'gone' },
    ...{ error: 'Job not found', code: 'job_not_found' },
  }),
  asked({
    ...{ method: 'POST', path: '/v1/text-to-speech/vc_aria7K2d/stream/with-timestamps', status: 503, ms: 10_012 },
    ...{ error: 'The service is busy, try again in a moment', code: 'unavailable' },
  }),
  asked({
    ...{ path: '/api/works', status: 499, ms: 2_140 },
    ...{ error: 'The client closed the connection before it was answered', code: 'client_closed' },
  }),
]

/** A customer whose programs ask. */
export const asking: Answers = { ...creator, '/api/requests': requests }
export const neverAsked: Answers = { ...creator, '/api/requests': [] }
