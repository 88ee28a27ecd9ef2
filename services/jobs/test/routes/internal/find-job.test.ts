import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { completeAll } from '../../support/ends.ts'
import { callers, openJobs } from '../../support/open-jobs.ts'

const jobs = await closedAfterAll(openJobs('find-job'))

const find = (id: string, token: string | undefined = callers.internal('operator')) =>
  jobs.request('GET', `/internal/jobs/${id}`, token)

test('200: the document of any account’s job, without its texts', async () => {
  const userId = await jobs.account('free')
  const { _id } = await jobs.submit(userId, { metadata: { order: 7 } }, 'reply')
  await completeAll(jobs, userId)
  const { status, body } = await find(_id)
  expect(status).toBe(200)
  expect(body).toMatchObject({ _id, userId, status: 'completed', userTextLength: 'Good morning'.length })
  for (const text of ['userText', 'aiResponse', 'metadata']) expect(body).not.toHaveProperty(text)
})

test('200: without the text that is spoken in place of the written one', async () => {
  const userId = await jobs.account('creator')
  const entry = { from: 'Good', to: 'Gut', caseSensitive: false, wholeWord: true }
  await jobs.deps.pronunciations.replace(userId, [entry], new Date())
  const { _id } = await jobs.submit(userId)
  expect((await jobs.deps.jobs.read(userId, _id))?.spokenText).toBe('Gut morning')
  expect(JSON.stringify((await find(_id)).body)).not.toContain('Gut')
})

test('200: that it is shared, and nothing of its link', async () => {
  const userId = await jobs.account('free')
  const { _id } = await jobs.submit(userId)
  const since = jobs.now()
  await jobs.deps.jobs.update({ _id, userId }, { $set: { share: { hash: 'a-hash', since, text: false } } })
  expect((await find(_id)).body.share).toEqual({ since: since.toISOString(), text: false })
})

test('404: no job has this id', async () => {
  expect(await find('none')).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})
