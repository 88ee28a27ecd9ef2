import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('openai-models'))

test('the models that speech takes, ours first', async () => {
  const { status, body } = await jobs.request('GET', '/v1/models', callers.visitor)
  expect([status, body.object]).toEqual([200, 'list'])
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['utter', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'])
  expect(body.data[0]).toEqual({ id: 'utter', object: 'model', created: expect.any(Number), owned_by: 'utter' })
})
