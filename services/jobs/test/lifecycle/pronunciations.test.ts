import { AccountState } from '@utter/contracts/events/account-state'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { beforeEach, expect, test } from 'vitest'
import { retried } from '../../src/domain/job/new-job.ts'
import type { ListedPronunciation } from '../../src/domain/job/pronounced.ts'
import { submit } from '../../src/lifecycle/submit/submit.ts'
import { submitBatch } from '../../src/lifecycle/submit/submit-batch.ts'
import { openLifecycle, signedUpAt } from '../support/open-lifecycle.ts'
import { overdue, reports } from '../support/reports.ts'

const lifecycle = await closedAfterAll(openLifecycle('jobs-pronunciations'))
const { pronunciations, jobs } = lifecycle.deps
const spokenBy = { provider: 'piper', model: 'joe-1', voice: 'joe' }
beforeEach(() =>
  lifecycle.become({ chat: 'local/small', speech: { default: 'piper/joe-1/joe' }, languages: { joe: ['en-US'] } }),
)

const entry = (from: string, to: string, language?: string): ListedPronunciation => ({
  ...{ from, to, caseSensitive: false, wholeWord: true },
  ...(language && { language }),
})
const set = (userId: string, ...entries: ListedPronunciation[]) =>
  pronunciations.replace(userId, entries, lifecycle.now())
async function listed(...entries: ListedPronunciation[]): Promise<string> {
  const userId = await lifecycle.account('creator')
  await set(userId, ...entries)
  return userId
}
/** The texts that speech was asked to speak for a job. */
async function asked(id: string): Promise<string[]> {
  await lifecycle.flushed()
  return lifecycle.published
    .filter(({ event, data }) => event.type === 'speech-requested' && (data as { jobId: string }).jobId === id)
    .map(({ data }) => (data as { text: string }).text)
}
async function spoken(userId: string, more: Record<string, unknown> = {}, kind: 'tts' | 'reply' = 'tts') {
  const { _id } = await lifecycle.submit(userId, more, kind)
  const job = reports(lifecycle, userId, _id)
  if (kind === 'reply') await job.replyWritten()
  await job.audioStored()
  await jobs.update(
    { _id, userId },
    { $set: { 'work.speech': spokenBy, 'work.chat': { provider: 'local', model: 'small' } } },
  )
  return _id
}

test('a text is spoken by the list, and shown as it was written', async () => {
  const userId = await listed(entry('morning', 'evening'))
  const { _id } = await lifecycle.submit(userId)
  expect(await asked(_id)).toEqual(['Good evening'])
  expect((await lifecycle.read(userId, _id)).userText).toBe('Good morning')
})

test('a second try speaks as the first, whatever the list is by then', async () => {
  const userId = await listed(entry('morning', 'evening'))
  const { _id } = await lifecycle.submit(userId)
  await set(userId)
  const job = reports(lifecycle, userId, _id)
  await job.speechStarted()
  await job.postponed('speech', 1_000)
  lifecycle.passMs(2_000)
  await overdue(lifecycle, userId, _id)
  expect(await asked(_id)).toEqual(['Good evening', 'Good evening'])
})

test('a reply is spoken by the list of the moment in which it is written', async () => {
  const userId = await listed(entry('well', 'badly'))
  const { _id } = await lifecycle.submit(userId, {}, 'reply')
  await set(userId, entry('well', 'very well'))
  await reports(lifecycle, userId, _id).replyWritten()
  expect(await asked(_id)).toEqual(['very well'])
  expect((await lifecycle.read(userId, _id)).aiResponse).toBe('Well')
})

test('a batch, and a retry from the reply, are spoken by the list', async () => {
  const userId = await listed(entry('morning', 'evening'), entry('well', 'badly'))
  const drafts = [lifecycle.draft(userId), lifecycle.draft(userId, { userText: 'Good night' })]
  await submitBatch(lifecycle.deps, drafts, { signedUpAt })
  expect(await Promise.all(drafts.map(({ _id }) => asked(_id)))).toEqual([['Good evening'], ['Good night']])
  const earlier = { _id: 'e', aiResponse: 'Well' }
  const { job } = await submit(lifecycle.deps, retried(lifecycle.draft(userId, {}, 'reply'), earlier, 'reply'), {
    signedUpAt,
  })
  expect(await asked(job._id)).toEqual(['badly'])
})

test.each([
  ['the voice speaks it', { voiceId: 'joe' }, 'en', 'evening'],
  ['the voice does not', { voiceId: 'joe' }, 'de', 'morning'],
  ['the text is read in it', { voiceId: 'default', language: 'de' }, 'de-AT', 'evening'],
  ['the text is read in another', { voiceId: 'default', language: 'de' }, 'en', 'morning'],
  ['the languages of the voice are not known', { voiceId: 'my-own' }, 'de', 'evening'],
])('an entry with a language, where %s', async (_what, more, language, heard) => {
  const userId = await listed(entry('morning', 'evening', language))
  const { _id } = await lifecycle.submit(userId, more)
  expect(await asked(_id)).toEqual([`Good ${heard}`])
})

test('on a lower plan the list is kept, and not applied', async () => {
  const userId = await lifecycle.account('starter')
  await set(userId, entry('morning', 'evening'))
  const { _id } = await lifecycle.submit(userId)
  expect(await asked(_id)).toEqual(['Good morning'])
  expect(await pronunciations.entriesOf(userId)).toHaveLength(1)
})

test.each(['tts', 'reply'] as const)(
  'the sound of a %s is used again until an entry of its text changes',
  async (kind) => {
    const userId = await listed(entry(kind === 'tts' ? 'morning' : 'well', 'evening'))
    const first = await spoken(userId, {}, kind)
    const again = async () => (await lifecycle.submit(userId, {}, kind)).sameAs
    expect(await again()).toBe(first)
    // An entry of another word.
    await set(userId, ...(await pronunciations.entriesOf(userId)), entry('night', 'day'))
    expect(await again()).toBe(first)
    await set(userId)
    expect(await again()).toBeUndefined()
  },
)

test('a deleted job keeps no spoken text, and a deleted account no list', async () => {
  const userId = await listed(entry('morning', 'evening'))
  const _id = await spoken(userId)
  expect(await lifecycle.read(userId, _id)).toHaveProperty('spokenText')
  await lifecycle.sweep(userId)
  await jobs.markDeleted({ _id, userId }, 'completed', lifecycle.now(), lifecycle.now())
  expect(await lifecycle.read(userId, _id)).not.toHaveProperty('spokenText')
  const account = { username: '', email: '', signedUpAt: signedUpAt.toISOString(), deleted: true as const }
  await lifecycle.handle(AccountState, userId, account)
  expect(await pronunciations.entriesOf(userId)).toEqual([])
})
