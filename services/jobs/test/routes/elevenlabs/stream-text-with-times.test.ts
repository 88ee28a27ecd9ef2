import { Readable } from 'node:stream'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(
  openJobs('elevenlabs-stream-times', {
    versions: () => ({ speech: { default: 'v' } }),
    foreignLanguage: () => undefined,
    wordTimes: { of: async () => [{ word: 'Hi', start: 0.2, end: 0.6, estimated: false }] },
    speech: { sound: async () => Readable.from(['the ', 'sound']) },
  }),
)
async function ask(tier: 'free' | 'creator') {
  const userId = await jobs.account(tier)
  const path = '/v1/text-to-speech/default/stream/with-timestamps'
  const token = callers.account(newIdentity({ userId, tier }))
  return { userId, answer: jobs.text('POST', path, token, { body: { text: 'Hi' } }) }
}

test('the sound in parts, a line of JSON each, and the times of the whole text with the first', async () => {
  const { userId, answer } = await ask('creator')
  const active = async () => (await jobs.deps.allowances.read(userId))?.active[0]?.id
  await expect.poll(active).toBeDefined()
  await complete(jobs, userId, (await active()) ?? expect.unreachable())
  const { status, headers, body } = await answer
  expect([status, headers['content-type']]).toEqual([200, 'application/x-ndjson'])
  const lines = body.split('\n')
  expect(lines.pop()).toBe('')
  const alignment = {
    characters: ['H', 'i'],
    character_start_times_seconds: [0.2, 0.4],
    character_end_times_seconds: [0.4, 0.6],
  }
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { audio_base64: base64('the '), alignment, normalized_alignment: alignment },
    { audio_base64: base64('sound'), alignment: null, normalized_alignment: null },
  ])
})

test('a plan without word timestamps is refused before anything is charged', async () => {
  const { userId, answer } = await ask('free')
  const { status, body } = await answer
  expect([status, JSON.parse(body).detail.status]).toEqual([403, 'plan_required'])
  expect((await jobs.allowance(userId)).used).toBe(0)
})
