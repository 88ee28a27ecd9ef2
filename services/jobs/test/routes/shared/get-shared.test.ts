import { serviceUnavailable } from '@utter/http/problem'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers } from '../../support/open-jobs.ts'
import { audio } from '../../support/open-lifecycle.ts'
import { openShared } from '../../support/shared.ts'
import { wordsBySection } from '../../support/words-of-works.ts'

const speech = wordsBySection()
const jobs = await closedAfterAll(openShared('get', { wordTimes: speech.client }))

test('a stranger has the texts, the voice, the times and the sound, and nothing of the account', async () => {
  const { id, userId, secretOf } = await jobs.spoken({ language: 'en-GB', tags: ['a-tag'], keyId: 'a-key' })
  const secret = await secretOf()
  const { status, body, headers } = await jobs.opened(secret)
  const { createdAt, userText, requestId, sessionId } = await jobs.read(userId, id)
  expect([status, body]).toEqual([
    200,
    {
      ...{ userText, aiResponse: 'Well', voice: { id: 'joe', name: 'Joe' }, language: 'en-GB' },
      ...{ durationMs: audio.durationMs, peaks: audio.peaks, createdAt: createdAt.toISOString() },
      audioUrl: `/api/shared/${secret}/audio.mp3`,
    },
  ])
  const all = JSON.stringify([body, headers])
  for (const own of [id, userId, requestId, sessionId, 'a-tag', 'a-key']) expect(all).not.toContain(own)
  expect(headers).toMatchObject({
    ...{ 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
    'x-robots-tag': 'noindex, nofollow, noarchive',
  })
})

test.each([
  ['marks', { userText: 'It costs [say:SQL|sequel] [pause:1s]five.' }, 'It costs SQL  five.'],
  [
    'SSML',
    { userText: '<speak>Good <break time="1s"/>morning &amp; <sub alias="sequel">SQL</sub></speak>', ssml: true },
    'Good  morning & SQL',
  ],
  [
    'a dialogue',
    { userText: 'Anna: Hello.\n\nBen: Yes.', speakers: [{ name: 'Anna', voiceId: 'joe' }] },
    'Anna: Hello.\n\nBen: Yes.',
  ],
] as const)('a stranger reads a text with %s as it is said', async (_, fields, shown) => {
  const { secretOf } = await jobs.spoken({ kind: 'tts', ...(fields as object) })
  const { body } = await jobs.opened(await secretOf())
  expect([body.userText, body.ssml]).toEqual([shown, undefined])
})

test('shared without its texts it has neither them nor words', async () => {
  const { secretOf } = await jobs.spoken({ tier: 'creator', words: true })
  speech.say('Well')
  const { body } = await jobs.opened(await secretOf({ text: false }))
  expect(Object.keys(body).sort()).toEqual(['audioUrl', 'createdAt', 'durationMs', 'peaks', 'voice'])
})

test('words by the plan that its owner has now, where the job has them', async () => {
  speech.say('Well', 'then')
  const on = async (tier: 'creator' | 'starter', words: boolean) => {
    const { secretOf } = await jobs.spoken({ tier, ...(words && { words }) })
    return (await jobs.opened(await secretOf())).body.words
  }
  expect(await on('creator', true)).toMatchObject([{ word: 'Well' }, { word: 'then' }])
  expect([await on('starter', true), await on('creator', false)]).toEqual([undefined, undefined])
})

test('while speech is unavailable it is opened without words and the name of its voice', async () => {
  await using away = await openShared('get-away', {
    wordTimes: { of: async () => Promise.reject(serviceUnavailable()) },
    voices: { list: async () => Promise.reject(serviceUnavailable()), own: async () => [] },
  })
  const { secretOf } = await away.spoken({ tier: 'creator', words: true })
  const { status, body } = await away.opened(await secretOf())
  expect([status, body.words, body.voice]).toEqual([200, undefined, { id: 'joe' }])
})

test('a voice of the account alone has no name, and an unknown language is none', async () => {
  const { secretOf } = await jobs.spoken({ voiceId: 'own-voice' })
  expect((await jobs.opened(await secretOf())).body).toMatchObject({ voice: { id: 'own-voice' } })
  expect((await jobs.opened(await secretOf())).body.voice).not.toHaveProperty('name')
  expect((await jobs.opened(await secretOf())).body).not.toHaveProperty('language')
})

test('a link that never was, was renewed or taken back, and whose job is deleted, has the same answer', async () => {
  const { id, token, secretOf, unshare } = await jobs.spoken()
  const problemOf = ({ status, body }: { status: number; body: object }) => ({ status, ...body, requestId: '' })
  const first = await secretOf()
  const second = await secretOf()
  const refused = problemOf(await jobs.opened(first))
  expect(refused).toMatchObject({ status: 404, error: 'This link opens nothing', code: 'share_not_found' })
  const never = `${first.startsWith('A') ? 'B' : 'A'}${first.slice(1)}`
  for (const secret of [never, 'short', '%C3%A4'.repeat(43), id])
    expect(problemOf(await jobs.opened(secret))).toEqual(refused)
  expect((await jobs.opened(second)).status).toBe(200)
  await unshare()
  expect(problemOf(await jobs.opened(second))).toEqual(refused)
  const third = await secretOf()
  await jobs.request('DELETE', `/api/jobs/${id}`, token)
  expect(problemOf(await jobs.opened(third))).toEqual(refused)
})

test('a job whose lifetime is over is opened no more, before any sweep', async () => {
  const { id, userId, secretOf } = await jobs.spoken()
  const secret = await secretOf()
  const lives = (expiresAt: Date) => jobs.deps.jobs.update({ _id: id, userId }, { $set: { expiresAt } })
  await lives(new Date(jobs.now().getTime() + 1))
  expect((await jobs.opened(secret)).status).toBe(200)
  await lives(jobs.now())
  expect((await jobs.opened(secret)).status).toBe(404)
})

test('a copy that sounds as another job is opened too, also when that is deleted', async () => {
  const { userId, token, id, secretOf } = await jobs.spoken()
  const { _id: copy } = await jobs.submit(userId, { voiceId: 'joe' })
  await complete(jobs, userId, copy)
  await jobs.deps.jobs.update({ _id: copy, userId }, { $set: { sameAs: id, cached: true } })
  const secret = await secretOf()
  const by = callers.account(newIdentity({ userId }))
  const { url } = (await jobs.request('POST', `/api/jobs/${copy}/share`, by)).body
  await jobs.request('DELETE', `/api/jobs/${id}`, token)
  expect((await jobs.opened(secret)).status).toBe(404)
  expect((await jobs.opened(url.split('/').at(-1))).status).toBe(200)
})
