import { ForksPoolWorker, type PoolOptions, type PoolWorker } from 'vitest/node'

type Message = { type?: string; __vitest_worker_response__?: boolean }
type Listener = (message: unknown) => void

/** How long a worker may take to leave the tests that were cancelled. */
const stopMs = 20_000

/**
 * A pool of one process that outlives a run: modules are loaded once for many mutants. Vitest starts and stops a worker around each run; here
 * only the first start reaches the process, and no stop.
 */
export function createKeptPool() {
  let kept: { fork: ForksPoolWorker; isRunning: boolean } | undefined

  class KeptWorker implements PoolWorker {
    readonly name = 'kept'
    readonly cacheFs = true
    private readonly options: PoolOptions
    private readonly listeners: [string, Listener][] = []
    private process: NonNullable<typeof kept> | undefined

    constructor(options: PoolOptions) {
      this.options = options
    }
    async start() {
      if (!kept) {
        kept = { fork: new ForksPoolWorker(this.options), isRunning: false }
        await kept.fork.start()
      } else this.isReused = true
      this.process = kept
      this.on('message', (message) => {
        if ((message as Message).type === 'testfileFinished' && this.process) this.process.isRunning = false
      })
      this.on('exit', () => {
        if (kept === this.process) kept = undefined
      })
    }
    private isReused = false
    on(event: string, listener: Listener) {
      this.listeners.push([event, listener])
      this.process?.fork.on(event, listener as never)
    }
    off(event: string, listener: Listener) {
      this.process?.fork.off(event, listener as never)
    }
    send(message: { type?: string }) {
      if (message.type === 'start' && this.isReused) return this.answer('started')
      if (message.type === 'stop') return this.answer('stopped')
      if (message.type === 'run' && this.process) this.process.isRunning = true
      this.process?.fork.send(message as never)
    }
    private answer(type: string) {
      const response = { type, __vitest_worker_response__: true }
      setImmediate(() => {
        for (const [event, listener] of this.listeners) if (event === 'message') listener(response)
      })
    }
    deserialize(data: unknown) {
      return data
    }
    /** After a cancelled run the process is still in its last test. */
    async stop() {
      const until = Date.now() + stopMs
      while (kept === this.process && kept?.isRunning && Date.now() < until)
        await new Promise((go) => setTimeout(go, 5))
      for (const [event, listener] of this.listeners) this.off(event, listener)
      if (kept && kept === this.process && kept.isRunning) await drop()
    }
  }

  /** Ends the process: the next run begins in a new one. */
  async function drop(): Promise<void> {
    const dropped = kept
    kept = undefined
    await dropped?.fork.stop()
  }

  return { name: 'kept', createPoolWorker: (options: PoolOptions) => new KeptWorker(options), drop }
}
