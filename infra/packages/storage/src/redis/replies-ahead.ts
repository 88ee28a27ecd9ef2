import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ReplyVoice } from '@utter/contracts/events/chat-requested'
import { JobId } from '@utter/contracts/ids'
import * as z from 'zod/mini'
import type { RedisClient } from './open.ts'

/** Replies that wait for a process of speech; older ones are let go. */
const maxWaiting = 64
/** Time after which a reply to which nothing is added is gone: its model writes no sentence for so long. */
const lifetimeMs = 15_000
/** The pause before a reader that has all sentences looks for more. */
const lookEveryMs = 100

/** A reply of a job whose sentences are there as they end. `writing` is its name: each attempt at a reply has its own. */
const ReplyAhead = z.extend(ReplyVoice, {
  jobId: JobId,
  attempt: z.int(),
  userId: z.string(),
  writing: z.string(),
  language: z.optional(z.string()),
})
export type ReplyAhead = z.infer<typeof ReplyAhead>

const Entry = z.union([z.object({ sentence: z.string() }), z.object({ end: z.enum(['whole', 'broken']) })])
type Entry = z.infer<typeof Entry>

/** A reply while it is written. Each method throws where Redis is unavailable. */
export type WrittenAhead = {
  /** @param sentence with the blanks behind it */
  add(sentence: string): Promise<void>
  /** The reply is whole: the step that speaks it goes on. */
  end(): Promise<void>
  /** The reply counts for nothing: another attempt begins, or none. */
  breakOff(): Promise<void>
}
export type RepliesAhead = {
  /** A reply begins, which is announced by its first sentence. */
  begin(reply: Omit<ReplyAhead, 'writing'>): WrittenAhead
  /** The newest reply that nobody speaks yet. */
  take(): Promise<ReplyAhead | undefined>
  /**
   * Its sentences as they end, until the reply is whole: those that have not been read by then are left to the step that speaks it.
   * @throws Error when it is broken off or gone
   */
  sentences(reply: ReplyAhead, signal: AbortSignal): AsyncGenerator<string>
}

/**
 * Sentences of replies on their way from chat to speech, in Redis, each reply for as long as it is written and 15 s longer. Losing one means only that
 * the reply is spoken once it is whole.
 * @param waiting the list of those that nobody speaks yet
 */
export function createRepliesAhead(redis: RedisClient, waiting = 'replies'): RepliesAhead {
  const keyOf = (writing: string) => `reply:${writing}`
  const read = async (writing: string) =>
    (await redis.lrange(keyOf(writing), 0, -1)).map((entry) => Entry.parse(JSON.parse(entry)))
  const hasEnded = (entries: Entry[]) => entries.some((entry) => 'end' in entry)

  return {
    begin(asked) {
      const reply: ReplyAhead = { ...asked, writing: randomUUID() }
      const key = keyOf(reply.writing)
      let isAnnounced = false
      const push = async (entry: Entry) => {
        await redis.multi().rpush(key, JSON.stringify(entry)).pexpire(key, lifetimeMs).exec()
      }
      return {
        async add(sentence) {
          await push({ sentence })
          if (isAnnounced) return
          isAnnounced = true
          await redis
            .multi()
            .lpush(waiting, JSON.stringify(reply))
            .ltrim(waiting, 0, maxWaiting - 1)
            .pexpire(waiting, lifetimeMs)
            .exec()
        },
        end: async () => {
          if (isAnnounced) await push({ end: 'whole' })
        },
        breakOff: async () => {
          if (isAnnounced) await push({ end: 'broken' })
        },
      }
    },
    async take() {
      for (let entry = await redis.lpop(waiting); entry !== null; entry = await redis.lpop(waiting)) {
        const reply = ReplyAhead.parse(JSON.parse(entry))
        const entries = await read(reply.writing)
        if (entries.length > 0 && !hasEnded(entries)) return reply
      }
      return undefined
    },
    async *sentences({ writing }, signal) {
      for (let next = 0; ; ) {
        signal.throwIfAborted()
        const entries = await read(writing)
        const end = entries.find((entry) => 'end' in entry)
        if (end?.end === 'whole') return
        if (end || entries.length === 0) throw new Error('The reply was broken off')
        const entry = entries[next]
        if (entry && 'sentence' in entry) {
          next++
          yield entry.sentence
        } else await pause(lookEveryMs, undefined, { signal })
      }
    },
  }
}
