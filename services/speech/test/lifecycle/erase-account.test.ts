import { randomUUID } from 'node:crypto'
import type { RequestedStep } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import { systemClock as clock } from '@utter/runtime/clock'
import { TransientError } from '@utter/runtime/is-transient'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { audioName } from '@utter/storage/audio/name'
import { openClaims } from '@utter/storage/claims'
import { createClaimsOfAccounts, refuseDeleted } from '@utter/storage/claims-of-accounts'
import { openDeletedAccounts } from '@utter/storage/deleted-accounts'
import { openErasure } from '@utter/storage/erasure'
import { createLog } from '@utter/telemetry/log'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { requestedStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { expect, test } from 'vitest'
import { accountState } from '../../src/consumes/account-state.ts'
import { pieceFile } from '../../src/domain/kept/piece-file.ts'
import { ownSampleName } from '../../src/domain/voice-sample.ts'
import { eraseAccount } from '../../src/lifecycle/erase-account.ts'
import { openKeptPieces } from '../../src/store/kept-pieces.ts'
import { openOwnVoices } from '../../src/store/own-voices.ts'
import { removeUnheldAudio } from '../../src/store/unheld-audio.ts'

const log = createLog('speech', 'silent')
const files = await openAudioFolder((await closedAfterAll(openFolder())).path)
const mongo = await closedAfterAll(openDatabase('speech-erasure'))
const deleted = await openDeletedAccounts(mongo.connection)
const claims = removeUnheldAudio(refuseDeleted(await openClaims<AudioRef>(mongo.connection), deleted), files)
const recordings = createClaimsOfAccounts<AudioRef>(mongo.connection)
const ownVoices = await openOwnVoices(mongo.connection)
const pieces = (await openKeptPieces(mongo.connection))(files)
const erase = (userId: string) => eraseAccount({ recordings, files, ownVoices, pieces }, userId)
const erasure = await closedAfterAll(openErasure({ deleted, erase, clock, log }))

const at = '2026-03-20T12:00:00.000Z'
const deleteAccount = (userId: string) =>
  accountState({ erasure, claims, files, pieces, clock }).handle(
    { username: '', email: '', signedUpAt: at, deleted: true },
    { userId, version: 2, occurredAt: at },
  )
/** The owner has died, and another has leased the step. */
async function takenOver(step: RequestedStep, owner: string) {
  expect(await claims.takeBack(step, { owner, heartbeat: 0 })).toBe(true)
  expect(await claims.lease({ lane: 'fast', userId: step.userId }, 'second')).toBeDefined()
}
const mp3 = Buffer.from('0123456789')

/** A step whose worker has written its file; `finish` reports it. */
async function written(userId: string, owner = randomUUID()) {
  const id = requestedStep({ userId })
  expect(await claims.take(id, owner)).toBe('mine')
  const name = audioName(id.jobId, owner)
  await files.write(name, mp3)
  const finish = () => claims.finish(id, owner, { value: { name, sizeBytes: mp3.length, durationMs: 1, peaks: [] } })
  return { id, owner, name, finish }
}
const claimsOf = (userId: string) => mongo.connection.collection('claims').countDocuments({ userId })

test('the audio of a deleted account is removed, and that of another stays', async () => {
  const [mine, other] = [await written(randomUUID()), await written(randomUUID())]
  for (const { finish } of [mine, other]) expect(await finish()).toBe(1)
  await deleteAccount(mine.id.userId)
  expect(await files.find(mine.name)).toBeUndefined()
  expect(await files.find(other.name)).toBeDefined()
  expect([await claimsOf(mine.id.userId), await claimsOf(other.id.userId)]).toEqual([0, 1])
  expect(await claims.find(mine.id.jobId, 'speech')).toBeNull()
})

test('the own voices of a deleted account are removed with their samples, and those of another stay', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  for (const userId of [mine, other])
    await ownVoices.add(
      { userId, voiceId: `of-${userId}`, provider: 'elevenlabs', name: 'Mine', addedAt: new Date() },
      50,
    )
  const samples = [mine, other].map((userId) => ownSampleName({ userId, voiceId: `of-${userId}` }))
  for (const name of samples) await files.write(name, mp3)
  await deleteAccount(mine)
  expect([await ownVoices.list(mine), await ownVoices.list(other)]).toMatchObject([[], [{ userId: other }]])
  expect(await Promise.all(samples.map((name) => files.find(name)))).toMatchObject([undefined, { name: samples[1] }])
})

test('the kept pieces of a deleted account are removed, with those that no document names, and those of another stay', async () => {
  const [mine, other] = [randomUUID(), randomUUID()]
  const piece = { samples: new Float32Array(10), sampleRate: 8_000, checked: 'shape' } as const
  const key = 'k'.repeat(43)
  const { signal } = new AbortController()
  for (const userId of [mine, other]) {
    for (const at of ['k', 'l']) await pieces.keep({ userId, workId: 'w' }, at.repeat(43), piece, signal)
    await files.write(pieceFile(userId, key, 'died'), mp3)
  }
  await deleteAccount(mine)
  const names: string[] = []
  for await (const { name } of files.list()) if (name.endsWith('.pcm')) names.push(name)
  expect(names.map((name) => name.startsWith(other))).toEqual([true, true, true])
  const found = (userId: string) => pieces.find({ userId, workId: 'w' }, [key])
  expect([(await found(mine)).size, (await found(other)).size]).toEqual([0, 1])
})

test('a file whose worker died before it was stored as the result is removed with its claim', async () => {
  const { id, name } = await written(randomUUID())
  await deleteAccount(id.userId)
  expect(await files.find(name)).toBeUndefined()
  expect(await claimsOf(id.userId)).toBe(0)
})

test('so is that of a step that waits again when the account is deleted, and is asked for before the erasure', async () => {
  const { id, owner, name } = await written(randomUUID())
  await claims.takeBack(id, { owner, heartbeat: 0 })
  await deleted.add(id.userId, new Date())
  expect(await claims.lease({ lane: 'fast', userId: id.userId }, 'next')).toBeUndefined()
  await deleteAccount(id.userId)
  expect(await files.find(name)).toBeUndefined()
  expect(await claimsOf(id.userId)).toBe(0)
})

test('so are the files of all attempts of a step that was taken over', async () => {
  const { id, owner, name } = await written(randomUUID())
  await takenOver(id, owner)
  const second = audioName(id.jobId, 'second')
  await files.write(second, mp3)
  await claims.finish(id, 'second', { value: { name: second, sizeBytes: 10, durationMs: 1, peaks: [] } })
  await deleteAccount(id.userId)
  expect([await files.find(name), await files.find(second)]).toEqual([undefined, undefined])
})

test('a worker that finishes after the deletion brings no file back', async () => {
  const { id, name, finish } = await written(randomUUID())
  await deleteAccount(id.userId)
  await files.write(name, mp3)
  expect(await finish()).toBeUndefined()
  expect(await files.find(name)).toBeUndefined()
  expect(await claims.take(id, 'again')).toMatchObject({ result: { failed: { code: 'account_deleted' } } })
  expect(await claimsOf(id.userId)).toBe(0)
})

test('a worker that lost its claim to another removes its own file and not the other’s', async () => {
  const { id, owner, name, finish } = await written(randomUUID())
  await takenOver(id, owner)
  const second = audioName(id.jobId, 'second')
  await files.write(second, mp3)
  expect(await finish()).toBeUndefined()
  expect(await files.find(name)).toBeUndefined()
  expect(await files.find(second)).toBeDefined()
})

test('the recordings of a large account go in portions, and a death in the middle leaves the next try only what is left', async () => {
  const userId = randomUUID()
  const count = 1_200
  const names = new Set(Array.from({ length: count }, () => audioName(randomUUID(), 'owner')))
  await mongo.connection.collection('claims').insertMany(
    [...names].map((name) => ({
      _id: `${name.slice(0, 36)}:speech` as never,
      ...{ userId, owner: 'owner', fence: 1, heartbeat: 0, at: new Date() },
      result: { value: { name, sizeBytes: 1, durationMs: 1, peaks: [] } },
    })),
  )
  const removed: string[] = []
  const dyingAt = (last: number) => ({
    ...files,
    remove: async (name: string) => {
      if (removed.length === last) throw new TransientError('the process dies')
      removed.push(name)
    },
  })
  const eraseUntil = (last: number) => eraseAccount({ recordings, files: dyingAt(last), ownVoices, pieces }, userId)
  await expect(eraseUntil(700)).rejects.toThrow('the process dies')
  expect(await claimsOf(userId)).toBe(700)
  await eraseUntil(Number.POSITIVE_INFINITY)
  expect([await claimsOf(userId), new Set(removed)]).toEqual([0, names])
  // The second portion began once more.
  expect(removed.length).toBe(count + 200)
})
