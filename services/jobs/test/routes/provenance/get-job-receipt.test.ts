import { AudioStored } from '@utter/contracts/events/audio-stored'
import { sha256Of } from '@utter/provenance/sound-runs'
import { newIdentity } from '@utter/testing/callers'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { problem } from '@utter/testing/problems'
import { testStatements } from '@utter/testing/statements'
import { expect, test } from 'vitest'
import { callers, openJobs } from '../../support/open-jobs.ts'
import { audio } from '../../support/open-lifecycle.ts'
import { reports } from '../../support/reports.ts'

const jobs = await closedAfterAll(openJobs('job-receipt'))
const userId = await jobs.account('free')
const token = callers.account(newIdentity({ userId }))
const get = (id: string, by: string | undefined = token) => jobs.request('GET', `/api/jobs/${id}/receipt`, by)

test('a completed job: what was asked for, what has spoken, what it has cost, and the same signed', async () => {
  const { _id } = await jobs.submit(userId, { userText: 'Good morning', requestId: 'mine' })
  const report = reports(jobs, userId, _id)
  await report.speechStarted()
  expect(await get(_id)).toMatchObject(problem(409, 'The job has no receipt before it has ended', 'job_not_ended'))
  await report.audioStored()
  const { status, body } = await get(_id)
  const { signature, ...receipt } = body
  expect([status, receipt]).toEqual([
    200,
    {
      ...{ kind: 'job', jobId: _id, status: 'completed' },
      asked: {
        ...{ kind: 'tts', requestId: 'mine', voiceId: 'default', characters: 12 },
        textHash: sha256Of('Good morning'),
      },
      spoken: { durationMs: 1_000, attempts: 1 },
      charged: { calls: 1, period: (await jobs.read(userId, _id)).call?.period.toISOString() },
      createdAt: expect.any(String),
      completedAt: expect.any(String),
    },
  ])
  expect(testStatements.verify(signature)).toEqual({ v: 1, kind: 'receipt', receipt })
  expect((await get(_id)).body.signature).toBe(signature)
  expect(JSON.stringify(receipt)).not.toContain('Good morning')
})

test('a manifest that the vendor’s file carried is named as one that the sound has no more', async () => {
  const { _id: jobId } = await jobs.submit(userId)
  await jobs.handle(AudioStored, userId, { jobId, attempt: 1, audio, vendorMark: 'c2pa' })
  expect((await get(jobId)).body.spoken).toMatchObject({ vendorMark: { kind: 'c2pa', kept: false } })
})

test('a failed reply: no call, nothing spoken, and no hash of a text that was never written', async () => {
  const { _id } = await jobs.submit(userId, {}, 'reply')
  await reports(jobs, userId, _id).failed('chat')
  const { body } = await get(_id)
  expect(body).toMatchObject({ status: 'failed', code: 'unknown_voice', charged: { calls: 0 } })
  expect([body.spoken, body.asked.textHash, body.charged.period]).toEqual([undefined, undefined, undefined])
})

test('404: a job that does not exist, and one of another account', async () => {
  const { _id } = await jobs.submit(await jobs.account('free'))
  for (const id of ['none', _id]) expect(await get(id)).toMatchObject(problem(404, 'Job not found', 'job_not_found'))
})
