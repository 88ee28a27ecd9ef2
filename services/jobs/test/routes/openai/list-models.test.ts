import { closedAfterAll } from '@utter/testing/closed-after-all'
import { expect, test } from 'vitest'
import { callers, type Jobs, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('openai-models'))

test('the models that speech takes, ours first', async () => {
  const { status, body } = await jobs.request('GET', '/v1/models', callers.visitor)
  expect([status, body.object]).toEqual([200, 'list'])
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual(['utter', 'tts-1', 'tts-1-hd', 'gpt-4o-mini-tts'])
  expect(body.data[0]).toEqual({ id: 'utter', object: 'model', created: expect.any(Number), owned_by: 'utter' })
})

const asElevenLabs = async (by: Jobs) => {
  const { status, body } = await by.request('GET', '/v1/models', callers.visitor, { headers: { 'xi-api-key': '' } })
  expect(status).toBe(200)
  return body as { model_id: string; languages?: object[] }[]
}

test('a client that sends its key as ElevenLabs’ do reads those that it may name, with the languages of the voices', async () => {
  const languages = { one: ['en-US', 'es'], two: ['en-GB'] }
  await using known = await openJobs('openai-models-known', { versions: () => ({ languages }) })
  const [ours, ...theirs] = await asElevenLabs(known)
  expect(ours).toMatchObject({
    ...{ model_id: 'utter', can_do_text_to_speech: true, maximum_text_length_per_request: 10_000 },
    languages: [
      { language_id: 'en', name: 'English' },
      { language_id: 'es', name: 'Spanish' },
    ],
  })
  expect(theirs.map(({ model_id: id }) => id)).toContain('eleven_multilingual_v2')
})

test('languages that are not known are not told', async () => {
  for (const model of await asElevenLabs(jobs)) expect(model).not.toHaveProperty('languages')
})
