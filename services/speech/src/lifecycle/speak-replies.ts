import { setTimeout as pause } from 'node:timers/promises'
import type { RepliesAhead, ReplyAhead } from '@utter/storage/redis/replies-ahead'
import type { Log } from '@utter/telemetry/log'
import type { AheadDeps } from '../deps.ts'
import { speechProgressed } from '../publishes/speech-progressed.ts'
import { speakAhead } from './speak-ahead.ts'

/** Replies that a process speaks at once while they are written. */
const maxInFlight = 2
const lookEveryMs = 100

type Deps = AheadDeps & {
  replies: Pick<RepliesAhead, 'take' | 'sentences'>
}

/**
 * Speaks replies while they are written, from now on, each by one process. After `takeNoMore` those in flight go on, until it is disposed of: their listeners
 * are cut off.
 */
export function startSpeakingReplies(deps: Deps, log: Log): AsyncDisposable & { takeNoMore(): Promise<void> } {
  const stop = new AbortController()
  const { signal } = stop
  let isTaking = true
  const speak = async (reply: ReplyAhead) => {
    const onAudible = () => {
      const heard = speechProgressed(reply, reply.userId, { done: 0, isAudible: true })
      deps.publish([heard]).catch((error: unknown) => log.debug({ err: error }, 'a live sound is not told'))
    }
    await speakAhead(deps, reply, deps.replies.sentences(reply, signal), { signal, onAudible })
  }
  const lookAndSpeak = async () => {
    while (isTaking && !signal.aborted) {
      try {
        const reply = await deps.replies.take()
        if (reply) await speak(reply)
        else await pause(lookEveryMs, undefined, { signal })
      } catch (error) {
        // Redis may be away for long, and nothing depends on this.
        log.debug({ err: error }, 'a reply is spoken once it is whole')
        await pause(lookEveryMs, undefined, { signal }).catch(() => {})
      }
    }
  }
  const looking = Array.from({ length: maxInFlight }, lookAndSpeak)
  return {
    async takeNoMore() {
      isTaking = false
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await Promise.all(looking)
    },
  }
}
