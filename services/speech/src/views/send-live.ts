import { Readable } from 'node:stream'
import { soundTypes } from '@utter/contracts/sound-formats'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import { soundTag } from '@utter/provenance/write-tag'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HeardSound } from '../domain/live/live-sound.ts'

/** The longest pause of a listener that takes nothing of what is there. */
const stallMs = 30_000

const limit = createSharedLimit('live-sounds', { max: 512, perAccount: 32 })

/**
 * Answers with a sound as it is spoken: of unknown length, without ranges. A sound that breaks off breaks the answer off, so that no part is taken for the
 * whole. An mp3 begins with a tag which says that a machine has spoken it, and states nothing of what is not there yet.
 */
export function sendLive(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    sound,
    headers,
    type = soundTypes.mp3,
    job,
  }: { sound: HeardSound; headers: Record<string, string>; type?: string; job: string },
): FastifyReply {
  limit.take(sound.userId, reply)
  reply.headers({
    ...headers,
    'content-type': type,
    [disclosureHeader]: disclosureOf({ job }),
    'accept-ranges': 'none',
    'cache-control': 'no-store',
    // A proxy that buffers answers would hold back what is heard next.
    'x-accel-buffering': 'no',
  })
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  const frames = sound.frames(() => reply.raw.destroyed)
  const tag = type === soundTypes.mp3 ? [soundTag({ generated: `Utter, job ${job}` })] : []
  return reply.send(Readable.from(inTime(behind(tag, frames), () => reply.raw.destroy())))
}

/** The tag goes with the first frames: before there is a sound, nothing is sent. */
async function* behind(tag: Buffer[], frames: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let before = tag
  for await (const part of frames) {
    yield before.length > 0 ? Buffer.concat([...before, part]) : part
    before = []
  }
}

/** Hands on what is taken; `drop` is called when something is not taken in time. A wait for the voice is no fault of the listener. */
async function* inTime(frames: AsyncIterable<Uint8Array>, drop: () => void): AsyncGenerator<Uint8Array> {
  for await (const part of frames) {
    const stalled = setTimeout(drop, stallMs).unref()
    yield part
    clearTimeout(stalled)
  }
}
