import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { VendorError } from '@utter/contracts/vendor-error'
import { type Answer, type Question, revive } from './engine-messages.ts'
import { watchMemory } from './memory-watch.ts'

type Call = {
  request: unknown
  resolve(result: unknown): void
  reject(error: unknown): void
  onBegin(): void
  onFree(): void
  whenIdle: boolean
  signal: AbortSignal
}

export type EngineOptions = {
  /** Arguments of the engine's process. */
  args?: string[]
  /** Requests that the process has at once; the others wait on this side, where an abort removes them from the queue. */
  concurrency?: number
  /** Time from the abort of a call until its process is killed, if the work has not ended by then, in ms. */
  graceMs?: number
  /**
   * Memory above which the process takes no more work, and is replaced when it has ended what it has in flight, in bytes. Above twice as
   * much it is killed with its work.
   */
  maxRssBytes?: number
}

export type Engine<Request, Result> = {
  /**
   * `onBegin` is called when the engine has taken the work, and `onFree` when the engine has ended this work, which after an abort is later than the rejection. A call `whenIdle` begins
   * when no other waits.
   * @throws the signal's reason as soon as it aborts; VendorError transient `engine_ended` when the process died with this work
   */
  call(
    request: Request,
    options: { signal: AbortSignal; onBegin?: () => void; onFree?: () => void; whenIdle?: boolean },
  ): Promise<Result>
  /** Kills the process with its work in flight. A later call starts another. */
  close(): Promise<void>
}

const engineEnv = {
  // ONNX Runtime would keep an id of this machine in its home, count there what it is used for, and send that to its maker.
  ORT_DISABLE_TELEMETRY: '1',
  // Memory of sound is given back as it is free: glibc would keep it in pieces, one set for each thread.
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: String(64 * 1_024),
}

const ended = (cause?: unknown) => new VendorError('transient', 'engine_ended', 'The voice did not answer', { cause })

/**
 * Native code in a process of its own: it can be killed at any moment, and a crash or a hang affects its own work alone
 * (`infra/decisions/engine-processes.md`). It starts with the first call, never keeps this process alive on its own, and is restarted
 * after it died.
 * @param file its body, which calls `serveEngine`
 */
export function openEngine<Request, Result>(
  file: URL,
  { args = [], concurrency = 1, graceMs = 10_000, maxRssBytes = Number.POSITIVE_INFINITY }: EngineOptions = {},
): Engine<Request, Result> {
  const queue: Call[] = []
  const inFlight = new Map<number, Call>()
  let child: ChildProcess | undefined
  let lastId = 0
  let isTooLarge = false

  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(file), args, {
      // Samples go as bytes, not as text.
      serialization: 'advanced',
      // Neither our tracing nor our environment, which holds keys: an engine parses texts of strangers.
      execArgv: [],
      env: engineEnv,
      stdio: ['ignore', 2, 2, 'ipc'],
    })
    started.on('message', ({ id, rssBytes, result, failure }: Answer) => {
      const call = inFlight.get(id)
      inFlight.delete(id)
      // Native memory grows with the largest work and is never given back.
      if (rssBytes > maxRssBytes) isTooLarge = true
      if (isTooLarge && inFlight.size === 0) started.kill('SIGKILL')
      if (failure) call?.reject(revive(failure))
      else call?.resolve(result)
      call?.onFree()
      next()
    })
    const died = (cause: unknown) => {
      if (child !== started) return
      child = undefined
      isTooLarge = false
      const lost = [...inFlight.values()]
      inFlight.clear()
      for (const call of lost) {
        call.reject(ended(cause))
        call.onFree()
      }
      next()
    }
    const endWatch = watchMemory(started.pid ?? 0, 2 * maxRssBytes, {
      isAtWork: () => inFlight.size > 0,
      exceeded: () => started.kill('SIGKILL'),
    })
    started.on('error', died)
    started.once('exit', endWatch)
    started.once('exit', (code, signal) => died(new Error(`An engine ended by ${signal ?? `code ${code}`}`)))
    return started
  }

  const next = () => {
    // A process that is being killed gets nothing more; its `exit` calls this again.
    while (inFlight.size < concurrency && !child?.killed && !isTooLarge) {
      const call = queue.shift()
      if (!call) break
      child ??= start()
      const id = ++lastId
      inFlight.set(id, call)
      // A process that has just died does not take it; `exit` follows.
      child.send({ id, request: call.request } satisfies Question, () => {})
      call.onBegin()
    }
    for (const handle of [child, child?.channel]) {
      if (inFlight.size > 0) handle?.ref()
      else handle?.unref()
    }
  }

  const cancel = (call: Call) => {
    call.reject(call.signal.reason)
    const at = queue.indexOf(call)
    if (at >= 0) {
      queue.splice(at, 1)
      call.onFree()
      return
    }
    const owner = child
    const stillWorks = () => child === owner && [...inFlight.values()].includes(call)
    setTimeout(() => stillWorks() && owner?.kill('SIGKILL'), graceMs).unref()
  }

  return {
    async call(request, { signal, onBegin = () => {}, onFree = () => {}, whenIdle = false }) {
      signal.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const call: Call = {
        ...{ request, reject, onBegin, onFree, whenIdle, signal },
        resolve: (result) => resolve(result as Result),
      }
      const aborted = () => cancel(call)
      signal.addEventListener('abort', aborted, { once: true })
      const behind = whenIdle ? -1 : queue.findIndex((waiting) => waiting.whenIdle)
      queue.splice(behind < 0 ? queue.length : behind, 0, call)
      next()
      return promise.finally(() => signal.removeEventListener('abort', aborted))
    },
    async close() {
      const closing = child
      for (const call of queue.splice(0)) {
        call.reject(ended())
        call.onFree()
      }
      if (!closing) return
      const over = once(closing, 'exit')
      closing.ref()
      closing.kill('SIGKILL')
      await over
    },
  }
}
