import { Readable } from 'node:stream'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { complete } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(
  openJobs('elevenlabs-stream', {
    versions: () => ({ speech: { default: 'v' } }),
    foreignLanguage: () => undefined,
    speech: { sound: async () => Readable.from(['the ', 'sound']) },
  }),
)

test('the whole sound, by the type of its form', async () => {
  const identity = newIdentity()
  const path = '/v1/text-to-speech/default/stream?output_format=opus_48000_32'
  const answer = jobs.text('POST', path, callers.account(identity), { body: { text: 'Good morning' } })
  const active = async () => (await jobs.deps.allowances.read(identity.userId))?.active[0]?.id
  await expect.poll(active).toBeDefined()
  await complete(jobs, identity.userId, (await active()) ?? expect.unreachable())
  const { status, headers, body } = await answer
  expect([status, headers['content-type'], body]).toEqual([200, 'audio/ogg', 'the sound'])
})
