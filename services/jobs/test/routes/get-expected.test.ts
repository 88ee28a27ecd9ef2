import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { invalid } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('get-expected'))
const expected = (userId: string, query: Record<string, string>) =>
  jobs.request(
    'GET',
    `/api/stats/expected?${new URLSearchParams(query)}`,
    callers.account(newIdentity({ userId, tier: 'free' })),
  )
const speech = { voiceId: 'joe', characters: '250' }

test('200 by the text, and a reply takes longer; nothing is kept', async () => {
  const userId = await jobs.account('free')
  const { status, body } = await expected(userId, speech)
  expect([status, body.position]).toEqual([200, 0])
  const reply = await expected(userId, { ...speech, kind: 'reply' })
  expect(reply.body.expectedSeconds).toBeGreaterThan(body.expectedSeconds)
  const long = await expected(userId, { ...speech, characters: '9000' })
  expect(long.body.expectedSeconds).toBeGreaterThan(reply.body.expectedSeconds)
  expect(await jobs.allowance(userId)).toMatchObject({ used: 0 })
})

test('its position is that of a job that is submitted then', async () => {
  const userId = await jobs.account('free')
  // Two are active on the free plan, and the others wait.
  for (const position of [0, 0, 1, 2]) {
    expect((await expected(userId, speech)).body).toMatchObject({ position })
    await jobs.submit(userId)
  }
  const { body } = await expected(userId, speech)
  expect(body.position).toBe(3)
  expect(body.expectedSeconds).toBeGreaterThan(
    (await expected(await jobs.account('free'), speech)).body.expectedSeconds,
  )
})

test.each([
  [{ characters: '250' }, 'voiceId', 'Voice ID is required'],
  [{ voiceId: 'joe' }, 'characters', 'characters must be a whole number from 1 to 10000'],
  [{ ...speech, characters: '0' }, 'characters', 'characters must be a whole number from 1 to 10000'],
  [{ ...speech, characters: '10001' }, 'characters', 'characters must be a whole number from 1 to 10000'],
  [{ ...speech, kind: 'song' }, 'kind', "kind must be 'tts' or 'reply'"],
  [{ ...speech, check: 'ears' }, 'check', "check must be 'shape' or 'words'"],
])('400: %j', async (query, field, message) => {
  expect(await expected(await jobs.account('free'), query as Record<string, string>)).toMatchObject(
    invalid(field, message),
  )
})
