import { randomUUID } from 'node:crypto'
import { systemClock as clock } from '@utter/runtime/clock'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { audioName } from '@utter/storage/audio/name'
import { openClaims } from '@utter/storage/claims'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { openFolder } from '@utter/testing/open-folder'
import { requestedStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { jobCancelled } from '../../src/consumes/job-cancelled.ts'
import { jobDeleted } from '../../src/consumes/job-deleted.ts'
import type { ConsumeDeps } from '../../src/deps.ts'
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import { openKeptPieces } from '../../src/store/kept-pieces.ts'
import { removeUnheldAudio } from '../../src/store/unheld-audio.ts'

const files = await openAudioFolder((await closedAfterAll(openFolder())).path)
const mongo = await closedAfterAll(openDatabase('speech-withdrawals'))
const claims = removeUnheldAudio(await openClaims<StoredAudio>(mongo.connection), files)
const pieces = (await openKeptPieces(mongo.connection))(files)
const deps: ConsumeDeps = { erasure: { erase: async () => {} }, claims, files, pieces, clock }

const about = (userId: string) => ({ userId, version: 1, occurredAt: '2026-03-20T12:00:00.000Z' })
/** The message that a job is deleted; `audioOf`: whose sound nobody plays any more. */
const deleted = (userId: string, jobId: string, audioOf?: string, by = deps) =>
  jobDeleted(by).handle({ jobId, ...(audioOf && { audioOf }) }, about(userId))
const cancelled = (userId: string, jobId: string) => jobCancelled(deps).handle({ jobId }, about(userId))

/** A job whose worker has written its file; `finish` stores the result. */
async function written(owner = 'first') {
  const id = requestedStep()
  expect(await claims.take(id, owner)).toBe('mine')
  const fileOf = async (by: string) => {
    await files.write(audioName(id.jobId, by), Buffer.from('0123456789'))
    return audioName(id.jobId, by)
  }
  const name = await fileOf(owner)
  const finish = (by = owner) =>
    claims.finish(id, by, { value: { name: audioName(id.jobId, by), sizeBytes: 10, durationMs: 1, peaks: [] } })
  return { ...id, id, name, fileOf, finish }
}
const withdrawn = { result: { withdrawn: true } }

test('the sound of a deleted job that nobody plays is gone, however often that is said', async () => {
  const job = await written()
  await job.finish()
  for (let turn = 0; turn < 2; turn++) {
    await deleted(job.userId, job.jobId, job.jobId)
    expect(await files.find(job.name)).toBeUndefined()
    expect(await claims.find(job.jobId, 'speech')).toMatchObject(withdrawn)
  }
})

test('the sound of a job that another still plays stays, and goes with the other', async () => {
  const job = await written()
  await job.finish()
  await deleted(job.userId, job.jobId)
  expect(await files.find(job.name)).toBeDefined()
  await deleted(job.userId, randomUUID(), job.jobId)
  expect(await files.find(job.name)).toBeUndefined()
})

test('a late worker of a deleted job keeps no file', async () => {
  const job = await written()
  await deleted(job.userId, job.jobId, job.jobId)
  await job.fileOf('first')
  expect(await job.finish()).toBeUndefined()
  expect(await files.find(job.name)).toBeUndefined()
  expect(await claims.take(job.id, 'again')).toEqual(withdrawn)
})

test('the files of all attempts go, where a claim was taken over', async () => {
  const job = await written()
  await claims.takeBack(job.id, { owner: 'first', heartbeat: 0 })
  expect(await claims.lease({ lane: 'fast', userId: job.userId }, 'second')).toBeDefined()
  const second = await job.fileOf('second')
  await job.finish('second')
  await deleted(job.userId, job.jobId, job.jobId)
  expect([await files.find(job.name), await files.find(second)]).toEqual([undefined, undefined])
})

test('a process that dies at any step of it: the message that is consumed again completes the rest', async () => {
  for (let n = 1; n < 5; n++) {
    const job = await written()
    await job.finish()
    const { mortally } = createMortal(n)
    const dying = { ...deps, claims: mortally(claims), files: mortally(files) }
    await deleted(job.userId, job.jobId, job.jobId, dying as ConsumeDeps)?.catch((error) => {
      if (!(error instanceof Death)) throw error
    })
    await deleted(job.userId, job.jobId, job.jobId)
    expect([await files.find(job.name), await claims.find(job.jobId, 'speech')]).toEqual([
      undefined,
      expect.objectContaining(withdrawn),
    ])
  }
})

test('a cancelled job is taken by no worker, and one that is at it brings no file', async () => {
  const [userId, jobId] = [randomUUID(), randomUUID()]
  await cancelled(userId, jobId)
  expect(await claims.take(requestedStep({ userId, jobId }), 'one')).toEqual(withdrawn)
  const running = await written()
  await cancelled(running.userId, running.jobId)
  expect(await running.finish()).toBeUndefined()
  expect(await files.find(running.name)).toBeUndefined()
})

test('a sound that was stored before its job was cancelled stays until the job is deleted', async () => {
  const job = await written()
  await job.finish()
  await cancelled(job.userId, job.jobId)
  expect(await files.find(job.name)).toBeDefined()
  await deleted(job.userId, job.jobId, job.jobId)
  expect(await files.find(job.name)).toBeUndefined()
})
