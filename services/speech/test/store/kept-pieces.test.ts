import { randomUUID } from 'node:crypto'
import { systemClock as clock } from '@utter/runtime/clock'
import type { AudioFiles } from '@utter/storage/audio/files'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import { mongo } from 'mongoose'
import { beforeEach, expect, test, vi } from 'vitest'
import { workDeleted } from '../../src/consumes/work-deleted.ts'
import { openKeeping } from '../support/open-keeping.ts'

const { files, claims, deleted, open, pieces, documents, sounds, named } = await openKeeping('speech-kept-pieces')
const { signal } = new AbortController()

let userId: string
beforeEach(() => {
  userId = randomUUID()
})
const keyOf = (letter: string) => letter.repeat(43)
const sound = (level = 0.5) => ({ samples: Float32Array.from({ length: 9 }, () => level), sampleRate: 24_000 })
const piece = (level?: number) => ({ ...sound(level), checked: 'shape' }) as const
const keep = (workId: string, letter: string, to = pieces) =>
  to.keep({ userId, workId }, keyOf(letter), piece(), signal)
const find = async (workId: string, letter: string, of = userId) =>
  (await pieces.find({ userId: of, workId }, [keyOf(letter)])).get(keyOf(letter))
const deleteWork = (workId: string, to = pieces) =>
  workDeleted({ claims, pieces: to, clock }).handle(
    { workId },
    { userId, version: 1, occurredAt: '2026-03-20T12:00:00.000Z' },
  )
const worksOf = async () => (await documents.find({ userId }).toArray()).map(({ works }) => works)

test('a piece has the samples of a vendor’s 16 bit without a loss, its words, and is no other account’s', async () => {
  const samples = Float32Array.from([-32_768, -20_001, -1, 0, 1, 20_001, 32_767], (step) => step / 32_768)
  const words = [{ startMs: 1.5, endMs: 200.25, phonemes: [{ phoneme: 'ɡ', endMs: 90.125 }] }]
  const work = { userId, workId: 'w' }
  await pieces.keep(work, keyOf('a'), { samples, sampleRate: 24_000, words, checked: 'words' }, signal)
  const found = await find('w', 'a')
  expect(found).toMatchObject({ checked: 'words' })
  expect(found && (await pieces.read(found))).toEqual({ samples, sampleRate: 24_000, words })
  expect(await find('w', 'a', randomUUID())).toBeUndefined()
})

test('a piece whose document could not be written is kept by its next use, not spoken again', async () => {
  const [work, other] = [randomUUID(), randomUUID()]
  vi.spyOn(mongo.Collection.prototype, 'findOneAndUpdate').mockRejectedValueOnce(new Error('read ECONNRESET'))
  await expect(keep(work, 'a')).rejects.toThrow('read ECONNRESET')
  expect(await worksOf()).toEqual([])
  const found = await find(other, 'a')
  expect(found && (await pieces.read(found))).toEqual(sound())
  expect(await worksOf()).toEqual([[other]])
  expect(await sounds(userId)).toEqual(await named(userId))
  // Another process, or another account, has none of it.
  expect(await find(work, 'a', randomUUID())).toBeUndefined()
})

test('a work that is deleted takes with it the pieces that no other has used', async () => {
  const [first, second] = [randomUUID(), randomUUID()]
  await keep(first, 'a')
  await keep(first, 'b')
  await find(second, 'b')
  await deleteWork(first)
  expect(await worksOf()).toEqual([[second]])
  expect(await sounds(userId)).toEqual(await named(userId))
  await deleteWork(second)
  expect([await worksOf(), await sounds(userId)]).toEqual([[], []])
})

test('a work of more pieces than one portion goes whole', async () => {
  const work = randomUUID()
  const rest = { userId, works: [work], sampleRate: 8_000, checked: 'shape' }
  const ids = Array.from({ length: 1_100 }, () => randomUUID())
  await documents.insertMany(ids.map((id) => ({ ...rest, _id: `${userId}:${id}`, name: `${userId}.${id}.a.pcm` })))
  await deleteWork(work)
  expect(await worksOf()).toEqual([])
})

test('a process that dies at any step of it: the message that is consumed again completes the rest, and no document names a file that is gone', async () => {
  for (let n = 1; n < 6; n++) {
    const [work, other] = [randomUUID(), randomUUID()]
    await keep(work, 'a')
    await keep(work, 'b')
    await keep(other, 'c')
    const { mortally } = createMortal(n)
    const dying = open(mortally(files))
    await deleteWork(work, { ...dying, removeWork: mortally(dying).removeWork }).catch((error: unknown) => {
      if (!(error instanceof Death)) throw error
    })
    const left = await sounds(userId)
    expect((await named(userId)).filter((name) => !left.includes(name))).toEqual([])
    await deleteWork(work)
    expect(await worksOf()).toEqual([[other]])
    await deleteWork(other)
  }
})

test('what a death has left without a work goes with the message that is consumed again', async () => {
  await keep('w', 'a')
  await documents.updateOne({ userId }, { $set: { works: [] } })
  await deleteWork(randomUUID())
  expect([await worksOf(), await sounds(userId)]).toEqual([[], []])
})

test('pieces that another work takes while they are removed stay with their sounds', async () => {
  const [work, other] = [randomUUID(), randomUUID()]
  const letters = [...'abcdefghijklmnopqrstuvwx']
  for (const letter of letters) await keep(work, letter)
  // By the first removal none of those behind the sixteen at once is begun.
  let taking: Promise<unknown> | undefined
  const slowly: AudioFiles = {
    ...files,
    async remove(name) {
      taking ??= pieces.find({ userId, workId: other }, letters.map(keyOf))
      await taking
      await files.remove(name)
    },
  }
  await deleteWork(work, open(slowly))
  const left = await worksOf()
  expect(left.length).toBeGreaterThanOrEqual(letters.length - 16)
  expect(new Set(left.flat())).toEqual(new Set([other]))
  expect(await sounds(userId)).toEqual(await named(userId))
})

test('a worker that is late keeps nothing for a deleted work, and lists nothing under it', async () => {
  const [work, other] = [randomUUID(), randomUUID()]
  await keep(other, 'a')
  await deleteWork(work)
  await keep(work, 'b')
  await find(work, 'a')
  expect(await worksOf()).toEqual([[other]])
  expect(await sounds(userId)).toEqual(await named(userId))
})

test('nor for a deleted account', async () => {
  await deleted.add(userId, new Date())
  await keep(randomUUID(), 'a')
  expect([await worksOf(), await sounds(userId)]).toEqual([[], []])
})

test('a worker that is aborted keeps nothing: neither before its file is written nor behind it', async () => {
  const stop = new AbortController()
  const aborting: AudioFiles = {
    ...files,
    async write(...given) {
      await files.write(...given)
      stop.abort(new Error('lost'))
    },
  }
  const keepAs = (to = pieces) => to.keep({ userId, workId: 'w' }, keyOf('a'), piece(), stop.signal)
  await expect(keepAs(open(aborting))).rejects.toThrow('lost')
  await expect(keepAs()).rejects.toThrow('lost')
  expect([await worksOf(), await sounds(userId)]).toEqual([[], []])
})

test('a crash between file and document leaves a file without a name, and the piece is spoken and kept again', async () => {
  const { mortally } = createMortal(1)
  await expect(keep('w', 'a', open(mortally(files)))).rejects.toThrow(Death)
  expect(await find('w', 'a')).toBeUndefined()
  expect(await sounds(userId)).toHaveLength(1)
  await keep('w', 'a')
  expect(await pieces.read((await find('w', 'a')) as never)).toEqual(sound())
})

test('a piece is new in one of ten jobs that come to a sound with it at once, and in that however often it is asked', async () => {
  await keep('w', 'a')
  const jobs = Array.from({ length: 10 }, () => randomUUID())
  const noteAll = () => Promise.all(jobs.map((job) => pieces.noteUse({ userId, workId: 'w' }, job, [keyOf('a')])))
  const first = await noteAll()
  expect(first.flat()).toEqual([keyOf('a')])
  await keep('w', 'a')
  expect(await noteAll()).toEqual(first)
})

test('ten workers that keep the same piece at once leave one document and its file', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, at) => keep(`w${at % 2}`, 'a')))
  expect(await worksOf()).toEqual([expect.arrayContaining(['w0', 'w1'])])
  expect(await sounds(userId)).toEqual(await named(userId))
  expect(await sounds(userId)).toHaveLength(1)
})
