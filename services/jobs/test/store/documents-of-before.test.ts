import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { JobView } from '@utter/contracts/http/jobs/job-views'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { mongo } from 'mongoose'
import { describe, expect, test } from 'vitest'
import type { Job } from '../../src/domain/job/job.ts'
import { callers, openJobs } from '../support/open-jobs.ts'

const folder = join(import.meta.dirname, 'documents-of-before')
const versions = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .map((file) => ({
    version: file.replace('.json', ''),
    documents: mongo.BSON.EJSON.parse(readFileSync(join(folder, file), 'utf8')) as Job[],
  }))

const jobs = await closedAfterAll(openJobs('documents-of-before'))

describe.each(versions)('of $version', ({ documents }) => {
  test('jobs that ended are shown, listed and deleted as ever; deleted ones stay hidden', async () => {
    const userId = await jobs.account('pro')
    const token = callers.account(newIdentity({ userId, tier: 'pro' }))
    const own = documents.map((job) => ({ ...job, userId }))
    await jobs.mongo.connection.collection('jobs').insertMany(own as never[])
    const shown = own.filter(({ status }) => status !== 'deleted')
    expect(shown.length).toBeGreaterThan(0)
    for (const { _id, status } of own) {
      const answer = await jobs.request('GET', `/api/jobs/${_id}`, token)
      if (status === 'deleted') expect(answer.status).toBe(404)
      else {
        const view = JobView.parse(answer.body)
        expect(view).toMatchObject({ id: _id, status, trace: expect.any(Array) })
        expect(view.timeline.map(({ step }) => step)).not.toContain('placed')
      }
    }
    const listed = await jobs.request('GET', '/api/jobs', token)
    expect((listed.body as { id: string }[]).map(({ id }) => id).sort()).toEqual(shown.map(({ _id }) => _id).sort())
    for (const { _id } of shown) expect((await jobs.request('DELETE', `/api/jobs/${_id}`, token)).status).toBe(204)
    expect((await jobs.request('GET', '/api/jobs', token)).body).toEqual([])
  })
})
