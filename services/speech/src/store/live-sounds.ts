import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { HeardSound, LiveSound, LiveSounds } from '../domain/live-sound.ts'

/** Time after which the sound of a process that died is gone; a process that is at work prolongs it in time. */
const lifetimeMs = 15_000
const prolongEveryMs = 5_000
/** Time for listeners to take the rest of a sound that has ended: a player takes it as quickly as it comes, and the address has the file soon. */
const lingerMs = 5_000
/** The pause before a listener that has all frames looks for more. */
const lookEveryMs = 100
/** Pieces in one answer of Redis. */
const maxPieces = 4

/**
 * Live sounds in Redis. `live:<job>` names the recording that counts and the account, `live:<job>:<recording>` is its stream of frames: a worker that has
 * lost its job writes where nobody listens any more.
 */
export function createLiveSounds(redis: Redis): LiveSounds {
  const keyOf = (jobId: string) => `live:${jobId}`
  const streamOf = (jobId: string, recording: string) => `${keyOf(jobId)}:${recording}`

  async function begin(jobId: string, userId: string): Promise<LiveSound> {
    const recording = randomUUID()
    const stream = streamOf(jobId, recording)
    await redis.set(keyOf(jobId), `${recording} ${userId}`, 'PX', lifetimeMs)
    const live = (ms: number) => Promise.all([redis.pexpire(keyOf(jobId), ms), redis.pexpire(stream, ms)])
    const prolonging = setInterval(() => live(lifetimeMs).catch(() => {}), prolongEveryMs).unref()
    return {
      async add(frames) {
        await redis.xadd(stream, '*', 'frames', Buffer.from(frames.buffer, frames.byteOffset, frames.byteLength))
        await redis.pexpire(stream, lifetimeMs)
      },
      async end() {
        clearInterval(prolonging)
        await redis.xadd(stream, '*', 'end', '')
        await live(lingerMs)
      },
      async breakOff() {
        clearInterval(prolonging)
        // The name may be that of a later recording, which another worker has begun.
        await redis.del(stream)
      },
    }
  }

  async function find(jobId: string): Promise<HeardSound | undefined> {
    const named = await redis.get(keyOf(jobId))
    const [recording, userId] = named?.split(' ') ?? []
    if (!recording || !userId || !(await redis.exists(streamOf(jobId, recording)))) return undefined
    return { userId, frames: (isGone) => framesOf(jobId, recording, isGone) }
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

  return { begin, find }
}
