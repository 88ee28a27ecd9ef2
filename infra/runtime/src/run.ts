import { setTimeout as pause } from 'node:timers/promises'
import { createLog, gatheredOutput, type Log } from '@utter/telemetry/log'
import { flushTraces } from '@utter/telemetry/trace'
import { ConfigError } from './read-config.ts'

/** How long an orderly end may take before the process leaves as it is; a little less than the usual grace period. */
const stopLimitMs = 12_000

export type Run = {
  log: Log
  /** What was opened, closed in reverse order at the end. */
  resources: AsyncDisposableStack
  /** Aborts when the process is asked to stop: readiness goes off first. */
  stopping: AbortSignal
}

/**
 * The one shape of a process: opens what `main` says, waits for SIGTERM or SIGINT, goes on unready for STOP_DELAY_MS, closes
 * it all, exits 0.
 */
export async function run(name: string, main: (run: Run) => Promise<void>): Promise<void> {
  const log = createLog(name, process.env.LOG_LEVEL || 'info', gatheredOutput())
  const resources = new AsyncDisposableStack()
  const stop = new AbortController()

  const leave = async (code: number) => {
    setTimeout(() => process.exit(code || 1), stopLimitMs).unref()
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
    stop.abort()
    void pause(Number(process.env.STOP_DELAY_MS) || 0).then(() => leave(0))
  }
  process.on('SIGTERM', asked)
  process.on('SIGINT', asked)
  // A fault that nobody caught leaves a state that nobody knows: the supervisor starts a fresh process.
  const broken = (error: unknown) => {
    log.fatal({ err: error }, 'fault that nobody caught')
    stop.abort()
    void leave(1)
  }
  process.on('uncaughtException', broken)
  process.on('unhandledRejection', broken)

  try {
    await main({ log, resources, stopping: stop.signal })
    if (!stop.signal.aborted) log.info('ready')
  } catch (error) {
    if (error instanceof ConfigError) log.fatal(error.message)
    else log.fatal({ err: error }, 'could not start')
    await leave(1)
  }
}
