import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { failpoint } from '@utter/runtime/failpoint'
import type { AudioFiles } from '@utter/storage/audio/files'
import { isDuplicate, openModel } from '@utter/storage/model'
import { portion } from '@utter/storage/portions'
import { LRUCache } from 'lru-cache'
import { type Connection, type mongo, Schema } from 'mongoose'
import pLimit from 'p-limit'
import type { KeptPiece, KeptPieces, WorkOf } from '../domain/kept/kept-piece.ts'
import { pieceFile, pieceFilesOf, pieceId } from '../domain/kept/piece-file.ts'
import { pcmOf, samplesOfKept } from '../domain/kept/sixteen-bit.ts'

/**
 * `works`: those that the piece was spoken or taken for; empty for a moment, until it is removed. `firstJob`: the first job whose sound has it, which has it
 * among its new characters; absent: all that had it until now were cut off.
 */
type Stored = KeptPiece & { works: string[]; firstJob?: string }

/** A file of a piece, and what its document tells of it. */
type Take = Pick<Stored, 'name' | 'sampleRate' | 'words' | 'checked'>
/** Takes whose file is written and whose document is not, since the database was away: this process names them at their next use, in place of speaking them again. */
const maxUnnamed = 1_000
/** Some time before a sweep takes their files for those of a process that died. */
const unnamedMs = 1_800_000

/** Files that are removed at once. */
const atOnce = 16

type Files = Pick<AudioFiles, 'write' | 'read' | 'remove' | 'removeAll'>

/**
 * Kept pieces: the sound of each is a file (raw 16 bit, 2.9 MB a minute at 24 kHz), its document names it. A file is there before its document and gone after
 * it, so that no document names a file that is not there: what a crash leaves is a file without a name, which a sweep removes. An erasure alone removes files
 * first, so that what is left of it is found again.
 */
export async function openKeptPieces(connection: Connection): Promise<(files: Files) => KeptPieces> {
  const schema = new Schema<Stored>(
    {
      _id: String,
      userId: String,
      works: [String],
      name: String,
      sampleRate: Number,
      words: Schema.Types.Mixed,
      checked: String,
      firstJob: String,
    },
    { versionKey: false },
  )
  schema.index({ userId: 1, works: 1 })
  const model = await openModel(connection, 'pieces', schema)
  const pieces = model.collection as unknown as mongo.Collection<Stored>
  const unnamed = new LRUCache<string, Take>({ max: maxUnnamed, ttl: unnamedMs })

  /** Writes the document of a take. @returns the take before it, which it replaces */
  async function nameTake({ userId, workId }: WorkOf, _id: string, take: Take): Promise<Stored | null> {
    const { words } = take
    const change = {
      $set: take,
      ...(!words && { $unset: { words: '' as const } }),
      $addToSet: { works: workId },
    }
    for (;;) {
      try {
        const options = { upsert: true, returnDocument: 'before', projection: { name: 1 } } as const
        const before = await pieces.findOneAndUpdate({ _id, userId }, change, options)
        unnamed.delete(_id)
        return before
      } catch (error) {
        // Inserted by another worker in between.
        if (!isDuplicate(error)) throw error
      }
    }
  }

  return (files) => ({
    async find({ userId, workId }, keys) {
      const _id = { $in: keys.map((key) => pieceId(userId, key)) }
      // Before they are read: the end of another work leaves what is listed here.
      await pieces.updateMany({ _id, userId, works: { $ne: workId } }, { $addToSet: { works: workId } })
      const found = await pieces.find({ _id, userId }, { projection: { works: 0, firstJob: 0 } }).toArray()
      const byId = new Map(found.map((piece) => [piece._id, piece as KeptPiece]))
      for (const id of _id.$in) {
        const take = byId.has(id) ? undefined : unnamed.get(id)
        if (!take) continue
        await nameTake({ userId, workId }, id, take)
        byId.set(id, { _id: id, userId, ...take })
      }
      return new Map(
        keys.flatMap((key) => {
          const piece = byId.get(pieceId(userId, key))
          return piece ? [[key, piece] as const] : []
        }),
      )
    },
    async read({ name, sampleRate, words }) {
      const bytes = await unlessGone(buffer(files.read(name)))
      return bytes && { samples: samplesOfKept(bytes), sampleRate, ...(words && { words }) }
    },
    async keep({ userId, workId }, key, { samples, sampleRate, words, checked }, signal) {
      signal.throwIfAborted()
      const name = pieceFile(userId, key, randomUUID())
      await files.write(name, pcmOf(samples), 'work')
      if (signal.aborted) await files.remove(name)
      signal.throwIfAborted()
      failpoint('piece-written')
      const id = pieceId(userId, key)
      const take = { name, sampleRate, checked, ...(words && { words }) }
      unnamed.set(id, take)
      const before = await nameTake({ userId, workId }, id, take)
      failpoint('piece-kept')
      if (before) await files.remove(before.name)
    },
    async noteUse({ userId }, jobId, keys) {
      const _id = { $in: keys.map((key) => pieceId(userId, key)) }
      await pieces.updateMany({ _id, userId, firstJob: { $exists: false } }, { $set: { firstJob: jobId } })
      const first = await pieces.find({ _id, userId, firstJob: jobId }, { projection: { _id: 1 } }).toArray()
      const ids = new Set(first.map((piece) => piece._id))
      return keys.filter((key) => ids.has(pieceId(userId, key)))
    },
    async used(userId, keys) {
      const _id = { $in: keys.map((key) => pieceId(userId, key)) }
      const found = await pieces
        .find({ _id, userId, firstJob: { $exists: true } }, { projection: { _id: 1 } })
        .toArray()
      const ids = new Set(found.map((piece) => piece._id))
      return keys.filter((key) => ids.has(pieceId(userId, key)))
    },
    hasAny: async (userId) => (await pieces.findOne({ userId }, { projection: { _id: 1 } })) !== null,
    async heard({ _id, userId, name }) {
      await pieces.updateOne({ _id, userId, name }, { $set: { checked: 'words' } })
    },
    async removeWork({ userId, workId }) {
      for (let found = portion; found === portion; ) {
        const ids = await idsOf(pieces, { userId, works: workId })
        found = ids.length
        if (found > 0)
          await pieces.updateMany({ _id: { $in: ids }, userId, works: workId }, { $pull: { works: workId } })
      }
      const limit = pLimit(atOnce)
      for (let found = portion; found === portion; ) {
        const left = await pieces
          .find({ userId, works: [] }, { projection: { name: 1 } })
          .limit(portion)
          .toArray()
        found = left.length
        await Promise.all(
          left.map(({ _id, name }) =>
            limit(async () => {
              // Another work may have taken it in this moment.
              const { deletedCount } = await pieces.deleteOne({ _id, userId, name, works: [] })
              if (deletedCount === 1) await files.remove(name)
            }),
          ),
        )
      }
    },
    async removeOf(userId) {
      const limit = pLimit(atOnce)
      for (let found = portion; found === portion; ) {
        const all = await pieces
          .find({ userId }, { projection: { name: 1 } })
          .limit(portion)
          .toArray()
        found = all.length
        await Promise.all(all.map(({ name }) => limit(() => files.remove(name))))
        if (found > 0) await pieces.deleteMany({ _id: { $in: all.map(({ _id }) => _id) }, userId })
      }
      // Files of workers that died before they named them.
      await files.removeAll(pieceFilesOf(userId))
    },
  })
}

const idsOf = (pieces: mongo.Collection<Stored>, filter: object): Promise<string[]> =>
  pieces
    .find(filter, { projection: { _id: 1 } })
    .limit(portion)
    .map(({ _id }) => _id)
    .toArray()

async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
