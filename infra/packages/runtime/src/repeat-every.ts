import type { Log } from '@utter/telemetry/log'

/**
 * A loop that runs `work` about every `intervalMs` (jittered by a fifth, so that replicas do not run in step), never two turns at once.
 * When it throws, that is logged and the next turn follows. Disposing waits for the present turn.
 */
export function repeatEvery(intervalMs: number, name: string, log: Log, work: () => Promise<unknown>): AsyncDisposable {
  let timer: NodeJS.Timeout
  let turn: Promise<void> = Promise.resolve()
  let ended = false
  const next = () => {
    if (ended) return
    timer = setTimeout(
      () => {
        turn = Promise.resolve()
          .then(work)
          .catch((error) => log.warn({ err: error, sweep: name }, 'a turn failed'))
          .then(next)
      },
      intervalMs * (0.9 + Math.random() * 0.2),
    )
  }
  next()
  return {
    async [Symbol.asyncDispose]() {
      ended = true
      clearTimeout(timer)
      await turn
    },
  }
}
