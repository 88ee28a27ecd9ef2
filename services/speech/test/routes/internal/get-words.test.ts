import { randomUUID } from 'node:crypto'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import {
  callers,
  failedJobId,
  jobId,
  openSpeech,
  signed,
  spokenWords,
  wordlessJobId,
} from '../../support/open-speech.ts'

const speech = await closedAfterAll(openSpeech())
const get = (id: string) => speech.ask(`/internal/words/${id}`, signed(callers.internal('jobs')))

test('200: the words of a job of any account, for jobs, in seconds', async () => {
  const { status, json } = await get(jobId)
  expect([status, json()]).toEqual([200, spokenWords])
})

test('with marks each word has its phonemes, and the shapes of the mouth, where its voice has told them', async () => {
  const [first, second] = spokenWords
  const { json } = await get(`${jobId}?marks=visemes,phonemes`)
  const phonemes = [
    { phoneme: 'm', start: 0.3, end: 0.4 },
    { phoneme: 'ɔː', start: 0.4, end: 0.55 },
    { phoneme: 'ɹ', start: 0.55, end: 0.8 },
  ]
  const visemes = ['p', 'O', 'r'].map((viseme, index) => ({ viseme, ...times(phonemes[index]) }))
  expect(json()).toEqual([first, { ...second, phonemes, visemes }])
})
const times = ({ start = 0, end = 0 }: { start?: number; end?: number } = {}) => ({ start, end })

test.each([
  ['was spoken without them', wordlessJobId],
  ['failed', failedJobId],
  ['is unknown', randomUUID()],
])('404: a job that %s', async (_why, id) => {
  const { status, json } = await get(id)
  expect({ status, body: json() }).toMatchObject(problem(404, 'Word timestamps not found', 'words_not_found'))
})
