import { bufferedOutput, createLog, type Log } from '@utter/telemetry/log'
import { flushTraces } from '@utter/telemetry/trace'
import { ConfigError, defaultStopLimitMs, logLevels } from './read-config.ts'

/** Time to close `resources` and flush traces, after the ends of `onStop`. */
const closeMs = 3_000

export type ProcessContext = {
  log: Log
  /** Everything that was opened; it is closed in reverse order at the end. */
  resources: AsyncDisposableStack
  /** Aborts when the process is asked to stop: readiness goes off first. */
  stopping: AbortSignal
  /** Registers an end: all are called at once when the process is asked to stop, and awaited before `resources` is closed. */
  onStop(end: () => Promise<unknown>): void
}

/**
 * The one shape of a process: it runs `main`, waits for SIGTERM or SIGINT, ends servers and consumers side by side, closes
 * `resources`, and exits 0; or exits 1 when that takes longer than STOP_DELAY_MS and STOP_LIMIT_MS.
 */
export async function run(name: string, main: (context: ProcessContext) => Promise<void>): Promise<void> {
  // Before the environment is checked: another level is refused there, in a sentence that must be logged.
  const level = logLevels.find((one) => one === process.env.LOG_LEVEL) ?? 'info'
  const log = createLog(name, level, bufferedOutput())
  const resources = new AsyncDisposableStack()
  const stop = new AbortController()
  const ends: (() => Promise<unknown>)[] = []

  const leave = async (code: number) => {
    const limitMs = (Number(process.env.STOP_DELAY_MS) || 0) + (Number(process.env.STOP_LIMIT_MS) || defaultStopLimitMs)
    setTimeout(() => process.exit(code || 1), limitMs).unref()
    stop.abort()
    const ended = await Promise.allSettled(ends.map((end) => end()))
    for (const one of ended) if (one.status === 'rejected') log.error({ err: one.reason }, 'stopping failed')
    try {
      await resources.disposeAsync()
      await flushTraces()
    } catch (error) {
      log.error({ err: error }, 'closing failed')
    }
    process.exit(code)
  }
  const asked = (signal: NodeJS.Signals) => {
    if (stop.signal.aborted) return
    log.info({ signal }, 'stopping')
    void leave(0)
  }
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
  // An uncaught fault leaves an unknown state: the supervisor starts a fresh process.
  const broken = (error: unknown) => {
    log.fatal({ err: error }, 'uncaught fault')
    if (!stop.signal.aborted) void leave(1)
  }
  process.on('uncaughtException', broken)
  process.on('unhandledRejection', broken)

  try {
    await main({ log, resources, stopping: stop.signal, onStop: (end) => void ends.push(end) })
    if (!stop.signal.aborted) log.info('ready')
  } catch (error) {
    if (error instanceof ConfigError) log.fatal(error.message)
    else log.fatal({ err: error }, 'could not start')
    await leave(1)
  }
}

/** Time for work in flight after the process was asked to stop, in ms: the time to stop, less the time to close. */
export const drainMsOf = ({ STOP_LIMIT_MS }: { STOP_LIMIT_MS: number }): number => STOP_LIMIT_MS - closeMs
