import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { expect, test } from 'vitest'
import { callers } from '../../support/open-jobs.ts'
import { openShared } from '../../support/shared.ts'

const jobs = await closedAfterAll(openShared('share'))

test('a link with 256 random bits, another one each time, of which a hash alone is kept', async () => {
  const { id, userId, share } = await jobs.spoken()
  const links = new Set<string>()
  for (let times = 0; times < 2; times++) {
    const { status, body } = await share()
    expect([status, body]).toEqual([
      200,
      {
        url: expect.stringMatching(/^https:\/\/utter\.example\/shared\/[\w-]{43}$/),
        ...{ sharedAt: jobs.now().toISOString(), text: true },
      },
    ])
    links.add(body.url)
    expect(JSON.stringify(await jobs.read(userId, id))).not.toContain(body.url.split('/').at(-1))
  }
  expect(links.size).toBe(2)
})

test('the job says since when it is shared, and whether with its texts, and nothing of its link', async () => {
  const { share, view } = await jobs.spoken()
  expect(await view()).not.toHaveProperty('share')
  const { sharedAt, url } = (await share({ text: false })).body
  const seen = await view()
  expect(seen.share).toEqual({ since: sharedAt, text: false })
  expect(JSON.stringify(seen)).not.toContain(url.split('/').at(-1))
  await share({ text: null })
  expect((await view()).share.text).toBe(true)
})

test('a share changes neither the version of a job nor its timeline, and publishes nothing', async () => {
  const { id, userId, share } = await jobs.spoken()
  await jobs.flushed()
  const [before, count] = [await jobs.read(userId, id), jobs.published.length]
  await share()
  const { share: _, ...after } = await jobs.read(userId, id)
  expect(after).toEqual(before)
  expect(jobs.published.length).toBe(count)
})

test('another type of text is a 400', async () => {
  const { share } = await jobs.spoken()
  expect(await share({ text: 'yes' })).toMatchObject(problem(400, 'text must be true or false', 'invalid_request'))
})

test('409 for a job that has not completed, and for one that failed', async () => {
  const userId = await jobs.account('free')
  const token = callers.account(newIdentity({ userId }))
  const { _id } = await jobs.submit(userId)
  const share = () => jobs.request('POST', `/api/jobs/${_id}/share`, token)
  const refusal = problem(409, 'Only a completed job with a sound can be shared', 'job_not_completed')
  expect(await share()).toMatchObject(refusal)
  await jobs.request('POST', `/api/jobs/${_id}/cancel`, token)
  expect(await share()).toMatchObject(refusal)
})

test('a key that may write alone gets none, since the link reads', async () => {
  const { userId, share, view } = await jobs.spoken()
  const key = callers.account(newIdentity({ userId, keyId: 'k', scopes: ['jobs:write'] }))
  expect((await share(undefined, key)).status).toBe(403)
  expect(await view()).not.toHaveProperty('share')
})

test('404 for another account, and for a job that is deleted', async () => {
  const { id, token, share, view } = await jobs.spoken()
  const other = callers.account(newIdentity({ userId: await jobs.account('free') }))
  const missing = problem(404, 'Job not found', 'job_not_found')
  expect(await share(undefined, other)).toMatchObject(missing)
  expect(await view()).not.toHaveProperty('share')
  await jobs.request('DELETE', `/api/jobs/${id}`, token)
  expect(await share()).toMatchObject(missing)
})
