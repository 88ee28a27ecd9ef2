import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { RedisClient } from '@utter/storage/redis/open'
import * as z from 'zod/mini'
import type { HeardPiece, HeardSound, LiveSound, LiveSounds, Speaker } from '../domain/live/live-sound.ts'

const Piece = z.object({
  take: z.optional(z.string()),
  gainDb: z.optional(z.number()),
  ms: z.optional(z.number()),
  lateMs: z.optional(z.number()),
})

/**
 * Time after which the sound of a process that died is gone, while one that is at work prolongs it; and for which one that has ended is kept for its listeners: until the
 * address has the file, which takes as long as a slow machine does.
 */
const lifetimeMs = 15_000
const prolongEveryMs = 5_000
/** The pause before a listener that has all frames looks for more. */
const lookEveryMs = 100
/** Pieces in one answer of Redis. */
const maxPieces = 4

/** Adds an entry, where the writer is still the one that the sound is named for; else 0. */
const script = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('XADD', KEYS[2], '*', unpack(ARGV, 3))
redis.call('PEXPIRE', KEYS[1], ARGV[2])
redis.call('PEXPIRE', KEYS[2], ARGV[2])
return 1`

type WithSounds = RedisClient & {
  addToSound(
    name: string,
    stream: string,
    writer: string,
    lifeMs: number,
    ...fields: (string | Buffer)[]
  ): Promise<number>
}

/**
 * Live sounds in Redis. `live:<job>` names the recording that counts, the account and the writer; `{live:<job>}:<recording>` is its stream of frames. A
 * worker that has lost its job to another one adds nothing more: its name is no longer there.
 */
export function createLiveSounds(redis: RedisClient): LiveSounds {
  redis.defineCommand('addToSound', { numberOfKeys: 2, lua: script })
  const keyOf = (jobId: string) => `live:${jobId}`
  // On the node of the name, by the hash tag.
  const streamOf = (jobId: string, recording: string) => `{${keyOf(jobId)}}:${recording}`
  const nameIn = async (jobId: string) => {
    const [recording, userId, writer] = (await redis.get(keyOf(jobId)))?.split(' ') ?? []
    return recording && userId ? { recording, userId, isOfStep: !writer?.startsWith('ahead:') } : undefined
  }

  /** A recording that is written from here on, by a name that this process alone knows. */
  async function written(
    jobId: string,
    { recording, userId, by }: { recording: string; userId: string; by: Speaker },
  ): Promise<LiveSound> {
    const [key, stream] = [keyOf(jobId), streamOf(jobId, recording)]
    const name = `${recording} ${userId} ${by}:${randomUUID()}`
    await redis.set(key, name, 'PX', lifetimeMs)
    const isOwn = async () => (await redis.get(key)) === name
    const prolong = async () => {
      if (await isOwn()) await Promise.all([redis.pexpire(key, lifetimeMs), redis.pexpire(stream, lifetimeMs)])
      else clearInterval(prolonging)
    }
    const prolonging = setInterval(() => prolong().catch(() => {}), prolongEveryMs).unref()
    const append = async (...fields: (string | Buffer)[]) => {
      if (await (redis as WithSounds).addToSound(key, stream, name, lifetimeMs, ...fields)) return
      clearInterval(prolonging)
      throw new Error('Another recording, or another process, took its place')
    }
    return {
      add(frames, piece) {
        const bytes = Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength)
        return append('frames', bytes, 'piece', JSON.stringify(piece))
      },
      async end() {
        clearInterval(prolonging)
        await append('end', '')
      },
      async breakOff() {
        clearInterval(prolonging)
        // The name may be that of a later recording, or of whoever goes on with this one.
        if (await isOwn()) await redis.del(stream)
      },
      leave: () => clearInterval(prolonging),
    }
  }

  async function begin(jobId: string, userId: string, by: Speaker): Promise<LiveSound> {
    if (by === 'ahead' && (await nameIn(jobId))?.isOfStep) throw new Error('The step of the job has begun')
    return written(jobId, { recording: randomUUID(), userId, by })
  }

  async function takeOver(jobId: string) {
    const named = await nameIn(jobId)
    if (!named || !(await redis.exists(streamOf(jobId, named.recording)))) return undefined
    const sound = await written(jobId, { ...named, by: 'step' })
    // From here on nobody else adds to it.
    const pieces: HeardPiece[] = []
    for (const [, fields] of await redis.xrange(streamOf(jobId, named.recording), '-', '+')) {
      const piece = fields[fields.indexOf('piece') + 1]
      if (fields[0] === 'end' || piece === undefined) return undefined
      pieces.push(Piece.parse(JSON.parse(piece)))
    }
    return { sound, pieces }
  }

  async function find(jobId: string): Promise<HeardSound | undefined> {
    const named = await nameIn(jobId)
    if (!named || !(await redis.exists(streamOf(jobId, named.recording)))) return undefined
    return { userId: named.userId, frames: (isGone) => framesOf(jobId, named.recording, isGone) }
  }

  async function* framesOf(jobId: string, recording: string, isGone: () => boolean): AsyncGenerator<Uint8Array> {
    const stream = streamOf(jobId, recording)
    for (let after = '-'; !isGone(); ) {
      const [named, entries] = await Promise.all([
        redis.get(keyOf(jobId)),
        redis.xrangeBuffer(stream, after, '+', 'COUNT', maxPieces),
      ])
      if (!named?.startsWith(`${recording} `) || (entries.length === 0 && !(await redis.exists(stream))))
        throw new Error('The recording was broken off')
      for (const [id, [field, frames]] of entries) {
        if (String(field) === 'end') return
        if (frames) yield frames
        after = `(${id}`
      }
      if (entries.length === 0) await pause(lookEveryMs)
    }
  }

  return { begin, takeOver, find }
}
