import { randomUUID } from 'node:crypto'
import { access, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AudioRef } from '@utter/contracts/jobs'
import type { AudioFiles } from '@utter/storage/audio/files'
import { openAudioFolder } from '@utter/storage/audio/folder'
import { audioName } from '@utter/storage/audio/name'
import { openClaims } from '@utter/storage/claims'
import { openSweepLeases } from '@utter/storage/sweep-leases'
import { openFolder } from '@utter/testing/open-folder'
import { requestedStep } from '@utter/testing/requested-step'
import { openDatabase } from '@utter/testing/setup/databases'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pieceFile } from '../../src/domain/kept/piece-file.ts'
import { ownSampleName } from '../../src/domain/voice-sample.ts'
import { createAudioNames } from '../../src/store/audio-names.ts'
import { openKeptPieces } from '../../src/store/kept-pieces.ts'
import { removeUnnamedAudio, type SweepDeps } from '../../src/store/unnamed-audio.ts'

const hours = 3_600_000
let closing: AsyncDisposableStack
let folder: string
let sweep: SweepDeps
let claims: Awaited<ReturnType<typeof openClaims<AudioRef>>>
let questions: number
let now: number

beforeEach(async () => {
  closing = new AsyncDisposableStack()
  folder = closing.use(await openFolder()).path
  const mongo = await openDatabase('speech')
  closing.defer(() => mongo.close())
  claims = await openClaims<AudioRef>(mongo.connection)
  const ask = createAudioNames(mongo.connection)
  questions = 0
  // A whole second, as exact as times of files are everywhere.
  now = Math.ceil(Date.now() / 1_000) * 1_000 + 2 * hours
  sweep = {
    files: await openAudioFolder(folder),
    leases: await openSweepLeases(mongo.connection),
    names: (files) => {
      questions++
      return ask(files)
    },
    clock: { now: () => new Date(now) },
  }
})
afterEach(() => closing.disposeAsync())

async function store(isNamed: boolean): Promise<string> {
  const [jobId, owner] = [randomUUID(), randomUUID()]
  const name = audioName(jobId, owner)
  await sweep.files.write(name, Buffer.from('sound'))
  if (isNamed) {
    const id = requestedStep({ userId: 'u', jobId })
    await claims.take(id, owner)
    await claims.finish(id, owner, { value: { name, sizeBytes: 5, durationMs: 1, peaks: [] } })
  }
  return name
}
/** More files than one look at the results has, named by none. */
async function storeHundreds(): Promise<void> {
  for (let i = 0; i < 11; i++) await Promise.all(Array.from({ length: 100 }, () => store(false)))
}
async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of sweep.files.list()) found.push(name)
  return found.sort()
}

test('a file that no result names is removed once it is an hour old, and one that a result names stays', async () => {
  const named = [await store(true), await store(true)]
  const unnamed = [await store(false), await store(false)]
  await writeFile(join(folder, named[0]?.slice(0, 2) ?? '', '.half.part'), 'half')
  const of = (name: string) => join(folder, named[0]?.slice(0, 2) ?? '', name)
  await writeFile(of('.young.part'), 'half')
  const anHourAgo = new Date(now - hours)
  const [young, grown] = [await store(false), await store(false)]
  await utimes(of('.young.part'), new Date(now), new Date(now))
  await utimes(join(folder, young.slice(0, 2), young), new Date(now), new Date(now))
  await utimes(join(folder, grown.slice(0, 2), grown), anHourAgo, anHourAgo)
  expect(await removeUnnamedAudio(sweep)).toBe(unnamed.length + 2)
  expect(await names()).toEqual([...named, young].sort())
  await access(of('.young.part'))
})

test('the sample of an own voice is removed once it is an hour old, and one of a voice for everybody stays', async () => {
  const own = ownSampleName({ userId: 'u', voiceId: 'blend-1' })
  for (const name of [own, 'sample-one-12345678.mp3']) await sweep.files.write(name, Buffer.from('sound'))
  expect(await removeUnnamedAudio(sweep)).toBe(1)
  expect(await names()).toEqual(['sample-one-12345678.mp3'])
})

test('so is the sound of a piece that no document names, and one that is named stays', async () => {
  const mongo = await openDatabase('speech-pieces')
  closing.defer(() => mongo.close())
  const pieces = (await openKeptPieces(mongo.connection))(sweep.files)
  const keep = (key: string) =>
    pieces.keep(
      { userId: 'u', workId: 'w' },
      key.repeat(43),
      { samples: new Float32Array(10), sampleRate: 8_000, checked: 'shape' },
      new AbortController().signal,
    )
  await keep('a')
  await keep('b')
  const kept = await names()
  for (const key of ['a', 'c']) await sweep.files.write(pieceFile('u', key.repeat(43), 'died'), Buffer.from('sound'))
  expect(await removeUnnamedAudio({ ...sweep, names: createAudioNames(mongo.connection) })).toBe(2)
  expect(await names()).toEqual(kept)
  expect(kept).toHaveLength(2)
})

test('hundreds of files are looked up in one query, and the lease is renewed after it', async () => {
  const untils: number[] = []
  const { hold } = sweep.leases
  const leases = {
    hold: (...given: Parameters<typeof hold>) => {
      untils.push((given[3].getTime() - now) / hours)
      return hold(...given)
    },
  }
  const kept = await store(true)
  await storeHundreds()
  expect(await removeUnnamedAudio({ ...sweep, leases })).toBe(1_100)
  expect([await names(), questions]).toEqual([[kept], 3])
  expect(untils).toEqual([0.5, 0.5, 0.5, 6])
})

test('of many replicas one sweeps, and the next sweep is six hours later', async () => {
  await store(false)
  const all = await Promise.all(Array.from({ length: 10 }, () => removeUnnamedAudio(sweep)))
  expect(all.filter((removed) => removed !== undefined)).toEqual([1])
  now += 5 * hours
  expect(await removeUnnamedAudio(sweep)).toBeUndefined()
  now += 1.1 * hours
  expect([await removeUnnamedAudio(sweep), questions]).toEqual([0, 1])
})

test('a sweep that died is done by another half an hour later', async () => {
  const dying = { ...sweep.files, removeDrafts: () => Promise.reject(new Error('died')) } as AudioFiles
  await expect(removeUnnamedAudio({ ...sweep, files: dying })).rejects.toThrow('died')
  await store(false)
  expect(await removeUnnamedAudio(sweep)).toBeUndefined()
  now += 0.6 * hours
  expect(await removeUnnamedAudio(sweep)).toBe(1)
})

test('a sweep that stood still for so long that another began stops after its present portion', async () => {
  await storeHundreds()
  const { hold } = sweep.leases
  let taken = 0
  const leases = { hold: async (...given: Parameters<typeof hold>) => ++taken === 1 && (await hold(...given)) }
  expect(await removeUnnamedAudio({ ...sweep, leases })).toBe(500)
})
