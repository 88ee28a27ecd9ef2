import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('openai-model'))
const get = (id: string) => jobs.request('GET', `/v1/models/${id}`, callers.visitor)

test('a model of the list', async () => {
  expect(await get('tts-1-hd')).toMatchObject({ status: 200, body: { id: 'tts-1-hd', object: 'model' } })
})

test('404 for another, in the shape that the clients read', async () => {
  expect(await get('gpt-9')).toMatchObject({
    status: 404,
    body: { error: { message: "The model 'gpt-9' does not exist", code: 'model_not_found', param: 'model' } },
  })
})
