import { randomUUID } from 'node:crypto'
import { serviceUnavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { complete } from '../support/ends.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const found = [{ word: 'Good', start: 0.05, end: 0.3, estimated: true }]
const asked: string[] = []
const askedMarks: string[] = []
const of = async (id: string, marks: string[] = []) => {
  asked.push(id)
  askedMarks.push(marks.join())
  return found
}
const jobs = await closedAfterAll(openJobs('get-words', { wordTimes: { of }, foreignLanguage: () => undefined }))

async function account(tier: 'starter' | 'creator') {
  const userId = await jobs.account(tier)
  return { userId, token: callers.account(newIdentity({ userId, tier })) }
}
const submit = async (token: string, userText = 'Good morning') => {
  const body = { requestId: randomUUID(), userText, voiceId: 'joe' }
  const answer = await jobs.request('POST', '/api/tts', token, { body })
  return answer.body.jobId as string
}
const words = (token: string, id: string) => jobs.request('GET', `/api/jobs/${id}/words`, token)
/** The request for the speech of a job. */
async function requested(id: string) {
  await jobs.flushed()
  const event = jobs.published.find(
    ({ event: { type }, data }) => type === 'speech-requested' && (data as { jobId: string }).jobId === id,
  )
  return event?.data
}

test('the words of a job that was submitted on the creator plan are kept by speech, and answered', async () => {
  const { userId, token } = await account('creator')
  const id = await submit(token)
  expect(await requested(id)).toMatchObject({ words: true })
  expect(await requested(id)).not.toHaveProperty('shownText')
  expect(await words(token, id)).toMatchObject(problem(404, 'This job has no word timestamps', 'words_not_found'))
  await complete(jobs, userId, id)
  expect(await words(token, id)).toMatchObject({ status: 200, body: found })
  expect(asked).toEqual([id])
})

test('the marks that are asked for are those that speech is asked for, and others are a 400', async () => {
  const { userId, token } = await account('creator')
  const id = await submit(token)
  await complete(jobs, userId, id)
  const marked = (query: string) => jobs.request('GET', `/api/jobs/${id}/words?${query}`, token)
  for (const marks of ['phonemes', 'visemes', 'visemes,phonemes'])
    expect(await marked(`marks=${marks}`)).toMatchObject({ status: 200, body: found })
  expect(askedMarks.slice(-3)).toEqual(['phonemes', 'visemes', 'phonemes,visemes'])
  const sentence = 'marks must be phonemes, visemes or both, with a comma between'
  for (const wrong of ['lips', 'phonemes,', '', 'phonemes,lips'])
    expect(await marked(`marks=${wrong}`)).toMatchObject({
      status: 400,
      body: { error: sentence, code: 'invalid_request', details: [{ field: 'marks', message: sentence }] },
    })
  expect(await marked('marks=phonemes&marks=visemes')).toMatchObject(
    problem(400, 'marks must be given once', 'invalid_request'),
  )
})

test('where a list of pronunciations has changed the text, speech is told the one that is shown', async () => {
  const { userId, token } = await account('creator')
  const entry = { from: 'morning', to: 'evening', caseSensitive: false, wholeWord: true }
  await jobs.deps.pronunciations.replace(userId, [entry], jobs.now())
  expect(await requested(await submit(token))).toMatchObject({
    ...{ text: 'Good evening', words: true, shownText: 'Good morning' },
  })
})

test('403 on a plan without them, whose jobs keep none', async () => {
  const { userId, token } = await account('starter')
  const id = await submit(token)
  expect(await requested(id)).not.toHaveProperty('words')
  await complete(jobs, userId, id)
  const sentence = 'Word timestamps are available from the creator plan'
  expect(await words(token, id)).toMatchObject(problem(403, sentence, 'plan_required'))
})

test('404 for a job that is not there, or of another account', async () => {
  const [one, other] = [await account('creator'), await account('creator')]
  for (const id of [randomUUID(), await submit(other.token)])
    expect(await words(one.token, id)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})

test('404 for a job that was spoken without them, and 503 while speech is unavailable', async () => {
  await using none = await openJobs('get-words-none', { foreignLanguage: () => undefined })
  await using away = await openJobs('get-words-away', {
    foreignLanguage: () => undefined,
    wordTimes: { of: async () => Promise.reject(serviceUnavailable()) },
  })
  for (const [one, expected] of [
    [none, problem(404, 'This job has no word timestamps', 'words_not_found')],
    [away, { status: 503 }],
  ] as const) {
    const userId = await one.account('creator')
    const token = callers.account(newIdentity({ userId, tier: 'creator' }))
    const body = { requestId: randomUUID(), userText: 'Good morning', voiceId: 'joe' }
    const { jobId } = (await one.request('POST', '/api/tts', token, { body })).body
    await complete(one, userId, jobId)
    expect(await one.request('GET', `/api/jobs/${jobId}/words`, token)).toMatchObject(expected)
  }
})

test('a job with the sound of another has the words of that', async () => {
  const { userId, token } = await account('creator')
  const first = await submit(token, 'The same words')
  await complete(jobs, userId, first)
  const same = randomUUID()
  const job = await jobs.read(userId, first)
  await jobs.deps.jobs.update({ _id: first, userId }, { $set: { sameAs: same } })
  expect((await words(token, job._id)).status).toBe(200)
  expect(asked.at(-1)).toBe(same)
})
