import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { VendorError, type VendorErrorKind } from '@utter/contracts/vendor-error'

type Question = { id: number; request: unknown; stop: SharedArrayBuffer }
type Failure = { message: string; kind?: VendorErrorKind; code?: string }
type Answer = { id: number; result?: unknown; failure?: Failure }
type Waiting = { resolve: (result: never) => void; reject: (error: unknown) => void; onFree: (() => void) | undefined }

/** An engine looks whether it was stopped between sentences, or between seconds of sound. Past this it never will. */
const stopMs = 10_000

/**
 * Heavy, synchronous work in a thread of its own, so that health checks and heartbeats are answered meanwhile.
 * The thread starts with the first call, never keeps the process alive on its own, and is started anew after it died.
 * An abort rejects at once with the signal's reason; the thread sees it by `stopped()` and is free soon after. One that does
 * not see it in `graceMs` is ended, with whatever else it had in hand: the next call has a new one.
 */
export function openThread<Request, Result>(file: URL, workerData?: unknown, { graceMs = stopMs } = {}) {
  let worker: Worker | undefined
  let lastId = 0
  const waiting = new Map<number, Waiting>()

  const died = (error: unknown) => {
    worker = undefined
    for (const { reject, onFree } of waiting.values()) {
      reject(error)
      onFree?.()
    }
    waiting.clear()
  }

  const start = () => {
    const started = new Worker(file, { workerData })
    started.on('message', ({ id, result, failure }: Answer) => {
      const call = waiting.get(id)
      waiting.delete(id)
      if (waiting.size === 0) started.unref()
      if (failure) call?.reject(revive(failure))
      else call?.resolve(result as never)
      call?.onFree?.()
    })
    started.on('error', (error) => started === worker && died(error))
    started.on('exit', (code) => started === worker && died(new Error(`A speech thread ended with code ${code}`)))
    return started
  }

  return {
    /** `onFree` is called when the thread has really ended this work, which after an abort is later than the rejection; what is in `transfer` is given away instead of copied. */
    async call(
      request: Request,
      { signal, onFree, transfer = [] }: { signal: AbortSignal; onFree?: () => void; transfer?: ArrayBuffer[] },
    ): Promise<Result> {
      signal.throwIfAborted()
      worker ??= start()
      worker.ref()
      const id = ++lastId
      const stop = new SharedArrayBuffer(4)
      const answer = new Promise<Result>((resolve, reject) => waiting.set(id, { resolve, reject, onFree }))
      worker.postMessage({ id, request, stop } satisfies Question, transfer)
      const asked = worker
      const end = () => {
        if (!waiting.has(id)) return
        died(new Error('A speech thread did not stop and was ended'))
        void asked.terminate()
      }
      const aborted = () => {
        Atomics.store(new Int32Array(stop), 0, 1)
        waiting.get(id)?.reject(signal.reason)
        setTimeout(end, graceMs).unref()
      }
      signal.addEventListener('abort', aborted, { once: true })
      return answer.finally(() => signal.removeEventListener('abort', aborted))
    },
    async close(): Promise<void> {
      const closing = worker
      died(new Error('The speech thread was closed'))
      await closing?.terminate()
    },
  }
}

export type ThreadWork<Request, Result> = (request: Request, stopped: () => boolean) => Result | Promise<Result>

/** The other side: answers every question that comes to this thread. What was stopped is answered too, since its caller counts on it. */
export function serveThread<Request, Result>(work: ThreadWork<Request, Result>): void {
  if (isMainThread || !parentPort) throw new Error('This file is the body of a thread')
  const port = parentPort
  port.on('message', async ({ id, request, stop }: Question) => {
    const flag = new Int32Array(stop)
    try {
      const result = await work(request as Request, () => Atomics.load(flag, 0) === 1)
      port.postMessage({ id, result } satisfies Answer)
    } catch (error) {
      port.postMessage({ id, failure: flatten(error) } satisfies Answer)
    }
  })
}

// A class does not survive the way between threads; what decides about a job does.
function flatten(error: unknown): Failure {
  if (error instanceof VendorError) return { message: error.message, kind: error.kind, code: error.code }
  return { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}

function revive({ message, kind, code }: Failure): Error {
  return kind && code ? new VendorError(kind, code, message) : new Error(message)
}
