import { expect, test } from 'vitest'
import { asItIsNow } from '../../src/domain/job/as-it-is-now.ts'
import type { Job } from '../../src/domain/job/job.ts'
import { retried } from '../../src/domain/job/new-job.ts'
import { aJob } from '../support/a-job.ts'

const entry = { from: 'Oslo', to: 'Ooslow', rules: { caseSensitive: false, wholeWord: true } }

test.each<[string, Job, boolean, boolean]>([
  ['a reply that is to be heard', aJob({ stream: true }, 'reply'), false, true],
  ['a reply that nobody waits to hear', aJob({}, 'reply'), false, false],
  ['a text', aJob({ stream: true }, 'tts'), false, false],
  ['a reply with a seed', aJob({ stream: true, seed: 0 }, 'reply'), false, false],
  ['a reply that is checked by its words first', aJob({ stream: true, check: 'words' }, 'reply'), false, false],
  ['a reply whose words may be spoken otherwise', aJob({ stream: true }, 'reply'), true, false],
  [
    'a retry from a reply that is written',
    retried(aJob({ stream: true, rank: 0 }, 'reply'), { _id: 'j', aiResponse: 'Yes.' }, 'reply'),
    ...([false, false] as const),
  ],
])('%s is spoken while it is written, or not', (_, draft, hasList, isAhead) => {
  const list = hasList ? [entry as never] : []
  expect(asItIsNow(draft, {}, list).ahead ?? false).toBe(isAhead)
})
