import type { Command, Redis } from 'ioredis'

/** A request waits once at most, and leaves a third of 300 ms for all that remains of it. */
const answerMs = 200

/**
 * A wait is counted in turns. A turn that ends late counts for nothing: this process stalled, and has read no answer meanwhile, or the machine is
 * so busy that Redis may have had no turn either.
 */
const turnMs = 50
const lateMs = 25
/** The end of a wait of late turns. */
const maxTurns = 20

/** The connection of a command, what it had read by then, and the turns since: all, and those in which Redis was silent. */
type Sent = { stream: Redis['stream'] | undefined; bytesRead: number; turns: number; silent: number }

/** Makes a connection give a command up after 200 ms without its answer, and itself with it when nothing at all came meanwhile. */
export function giveUpInTime(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, stream?: Parameters<Redis['sendCommand']>[1]): unknown => {
    const answer = send(command, stream)
    // A node of a Cluster has no stream until its first connection is made.
    const used: Redis['stream'] | undefined = redis.stream
    if (!command.isSettled) wait(command, { stream: used, bytesRead: used?.bytesRead ?? 0, turns: 0, silent: 0 })
    return answer
  }
}

function wait(command: Command, sent: Sent): void {
  const startedMs = performance.now()
  setTimeout(() => {
    if (command.isSettled) return
    sent.turns++
    if (performance.now() - startedMs < turnMs + lateMs) sent.silent++
    if (sent.silent < answerMs / turnMs && sent.turns < maxTurns) return wait(command, sent)
    command.reject(new Error('Command timed out'))
    // Silent for so long: unavailable until it answers a new connection. No command waits for it, nor those that a pipeline holds back.
    if (sent.stream?.bytesRead === sent.bytesRead) sent.stream.destroy(new Error(`no answer in ${answerMs} ms`))
  }, turnMs).unref()
}
