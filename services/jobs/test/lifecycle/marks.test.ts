import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, expect, test } from 'vitest'
import type { ListedPronunciation } from '../../src/domain/job/pronounced.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { reports } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-marks'))
const { pronunciations, jobs } = lifecycle.deps
const versions = { chat: 'local/small', speech: { default: 'piper/joe-1/joe', kate: 'pico/1/kate' } }
beforeEach(() => lifecycle.become(versions))

/** The request of speech for a job. */
async function asked(id: string) {
  await lifecycle.flushed()
  const requests = lifecycle.published.filter(({ event }) => event.type === 'speech-requested')
  return requests.map(({ data }) => data as Record<string, unknown>).find(({ jobId }) => jobId === id)
}
async function spoken(userId: string, more: Record<string, unknown>) {
  const { _id } = await lifecycle.submit(userId, more)
  await reports(lifecycle, userId, _id).audioStored()
  const speech = { provider: 'piper', model: 'joe-1', voice: 'joe' }
  await jobs.update({ _id, userId }, { $set: { 'work.speech': speech } })
  return _id
}

test('speech is asked for the text without its marks, and for its parts', async () => {
  const userId = await lifecycle.account('pro')
  const draft = lifecycle.draft(userId, { userText: 'Wait. [pause:1.5s]Go [as:digits]12[/as] [1].' })
  const { _id } = (await submit(lifecycle.deps, draft, { signedUpAt, tier: 'pro' })).job
  expect(await asked(_id)).toMatchObject({
    text: 'Wait.  Go 1, 2 [1].',
    shownText: 'Wait.  Go 12 [1].',
    parts: [{ text: 'Wait. ' }, { pauseMs: 1_500 }, { text: 'Go ' }, { text: '1, 2', shown: '12' }, { text: ' [1].' }],
  })
  expect((await lifecycle.read(userId, _id)).userText).toBe('Wait. [pause:1.5s]Go [as:digits]12[/as] [1].')
})

test('the voice of the job itself is no other voice', async () => {
  const userId = await lifecycle.account('pro')
  const userText = 'A.[voice:kate]B.[voice:default]C.'
  const { _id } = await lifecycle.submit(userId, { userText })
  expect((await asked(_id))?.parts).toEqual([{ text: 'A.' }, { text: 'B.', voiceId: 'kate' }, { text: 'C.' }])
})

test('a text without marks is asked for as before, and so is a question that has some', async () => {
  const userId = await lifecycle.account('pro')
  const plain = await lifecycle.submit(userId, { userText: 'As [1] and [sic].' })
  expect(await asked(plain._id)).not.toHaveProperty('parts')
  const question = await lifecycle.submit(userId, { userText: 'What is [pause:1s]?' }, 'reply')
  await reports(lifecycle, userId, question._id).replyWritten()
  expect(await asked(question._id)).not.toHaveProperty('parts')
})

test('the list of an account applies between the marks, and a mark of a word is stronger', async () => {
  const userId = await lifecycle.account('creator')
  const entry: ListedPronunciation = { from: 'cat', to: '[pause:9s]', caseSensitive: false, wholeWord: true }
  await pronunciations.replace(userId, [entry], lifecycle.now())
  const { _id } = await lifecycle.submit(userId, { userText: 'A cat[pause:1s][say:cat|kæt]' })
  expect((await asked(_id))?.parts).toEqual([
    { text: 'A [pause:9s]', shown: 'A cat' },
    { pauseMs: 1_000 },
    { text: 'cat', phonemes: 'kæt' },
  ])
})

test('another mark, another form of it or another version of its voice is another sound', async () => {
  const userId = await lifecycle.account('pro')
  const first = await spoken(userId, { userText: 'Hi.[pause:1s][voice:kate]Ho.' })
  const again = (userText: string, more = {}) => lifecycle.submit(userId, { userText, ...more })
  expect(await again('Hi.[pause:1s][voice:kate]Ho.')).toMatchObject({ cached: true, sameAs: first })
  expect(await again('Hi.[pause:2s][voice:kate]Ho.')).toMatchObject({ cached: false })
  const ssml = await spoken(userId, { userText: '<speak>Hi</speak>', ssml: true })
  expect(await again('<speak>Hi</speak>', { ssml: true })).toMatchObject({ cached: true, sameAs: ssml })
  expect(await again('<speak>Hi</speak>')).toMatchObject({ cached: false })
  lifecycle.become({ ...versions, speech: { ...versions.speech, kate: 'pico/2/kate' } })
  expect(await again('Hi.[pause:1s][voice:kate]Ho.')).toMatchObject({ cached: false })
})
