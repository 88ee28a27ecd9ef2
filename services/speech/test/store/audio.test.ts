import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClaimResult, Claims } from '@utter/contracts/claims'
import type { AudioFiles } from '@utter/storage/audio/files'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { audioName } from '@utter/storage/audio/name'
import { openClaims } from '@utter/storage/claims'
import type { Mongo } from '@utter/storage/mongo'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { requestedStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredAudio } from '../../src/domain/stored-audio.ts'
import { createAudioNames } from '../../src/store/audio-names.ts'
import { findAudio } from '../../src/store/find-audio.ts'
import { removeUnheldAudio } from '../../src/store/unheld-audio.ts'

let folder: string
let mongo: Mongo
let files: AudioFiles
let claims: Claims<StoredAudio>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'utter-audio-store-'))
  files = await openAudioFolder(folder)
  mongo = await openDatabase('speech-audio')
  claims = await openClaims<StoredAudio>(mongo.connection)
})
afterAll(async () => {
  await mongo.close()
  await rm(folder, { recursive: true })
})

const failed: ClaimResult<StoredAudio> = { failed: { code: 'invalid_voice', error: 'Invalid voice ID' } }
/** A job with a claim and a file. */
async function written() {
  const id = requestedStep({ userId: 'u' })
  const name = audioName(id.jobId, 'owner')
  await claims.take(id, 'owner')
  await files.write(name, Buffer.from('sound'))
  return { id, jobId: id.jobId, name, spoken: { value: { name, sizeBytes: 5, durationMs: 1, peaks: [] } } }
}
async function finished(given?: ClaimResult<StoredAudio>) {
  const job = await written()
  await claims.finish(job.id, 'owner', given ?? job.spoken)
  return job
}

test('the names of audio are those of results, in one query for many jobs', async () => {
  const jobs = [await finished(), await finished(), await finished(failed), await written()]
  const [first, second] = jobs
  const namesOf = createAudioNames(mongo.connection)
  expect(await namesOf(jobs.map(({ name }) => name))).toEqual(new Set([first?.name, second?.name]))
  expect(await namesOf([second?.name ?? ''])).toEqual(new Set([second?.name]))
})

describe('the audio of a job', () => {
  const find = (jobId: string) => findAudio({ claims, files }, jobId, (userId) => userId === 'u')

  test('is found for an account that is allowed', async () => {
    const { jobId, name } = await finished()
    expect(await find(jobId)).toMatchObject({ name, sizeBytes: 5 })
    expect(await findAudio({ claims, files }, jobId, () => false)).toBeUndefined()
  })

  test('is none of a job that failed, is spoken still, or is unknown', async () => {
    for (const { jobId } of [await finished(failed), await written(), { jobId: randomUUID() }])
      expect(await find(jobId)).toBeUndefined()
  })

  test('is none when its file is gone', async () => {
    const { jobId, name } = await finished()
    await files.remove(name)
    expect(await find(jobId)).toBeUndefined()
  })
})

describe('a result', () => {
  const finish = async (owner: string, given?: ClaimResult<StoredAudio>) => {
    const { id, spoken, name } = await written()
    const isHeld = await removeUnheldAudio(claims, files).finish(id, owner, given ?? spoken)
    return [isHeld !== undefined, (await files.find(name)) !== undefined]
  }

  test.each<[string, string, ClaimResult<StoredAudio> | undefined, boolean, boolean]>([
    ['of the claim’s owner keeps its file', 'owner', undefined, true, true],
    ['of another one takes its file with it', 'another', undefined, false, false],
    ['that is a failure has none', 'owner', failed, true, true],
    ['that is a failure and comes too late has none', 'another', failed, false, true],
  ])('%s', async (_name, owner, given, isHeld, isThere) => {
    expect(await finish(owner, given)).toEqual([isHeld, isThere])
  })
})

test('a lease of a sweep is renewed by its owner, and taken by another when it is over', async () => {
  const leases = await openSweepLeases(mongo.connection)
  const at = (second: number) => new Date(Date.UTC(2026, 2, 20, 12, 0, second))
  const hold = (owner: string, now: number, until: number) => leases.hold('audio', owner, at(now), at(until))
  expect(await hold('first', 0, 10)).toBe(true)
  expect(await hold('second', 9, 19)).toBe(false)
  expect(await hold('first', 9, 20)).toBe(true)
  expect(await hold('second', 19, 29)).toBe(false)
  expect(await hold('second', 20, 30)).toBe(true)
  expect(await hold('first', 29, 39)).toBe(false)
  expect(await leases.hold('another sweep', 'first', at(29), at(39))).toBe(true)
})

test('a lease that cannot be asked for is an error', async () => {
  const closed = await openDatabase('speech-closed')
  const leases = await openSweepLeases(closed.connection)
  await closed.close()
  await expect(leases.hold('audio', 'first', new Date(), new Date())).rejects.toThrow()
})
