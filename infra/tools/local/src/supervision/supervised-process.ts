import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../report.ts'
import { messageOf, StartError } from '../start-error.ts'
import { isAnswered } from './is-answered.ts'
import { type Child, type Command, endGroup, hasEnded, spawnGroup } from './process-group.ts'

export type ProcessSpec = {
  name: string
  command: Command
  cwd?: string
  /** The whole environment of the process; nothing is inherited. */
  env: Record<string, string>
  /** Repeated until it is true. */
  ready: () => Promise<boolean>
  readyTimeoutMs: number
  /** Takes its output, line by line. */
  log: (line: string, from: 'stdout' | 'stderr') => void
  /** Its log file, named in the sentence of a failure. */
  logFile?: string
}

export type SupervisedProcess = {
  readonly name: string
  readonly pid: number | undefined
  /** Resolves when it is ready; rejects with a StartError when it ends or is late. */
  start(): Promise<void>
  /** Asks it to end, ends it after the bound, and never starts it again. */
  stop(withinMs: number): Promise<void>
  /**
   * Ends it and starts it at once, without a pause, since that is no failure. With an `env` it is started in that one; where it does not
   * become ready it goes back to the one before, and the promise rejects.
   */
  restart(change?: { env?: Record<string, string>; withinMs?: number }): Promise<void>
}

export type SuperviseOptions = {
  report: Report
  /** Pauses before the first, second … new start after a death; the last one repeats. */
  pausesMs?: number[]
  /** Time without a death after which the pauses begin with the first again. */
  stableAfterMs?: number
  /** Attempts to start before it has failed: a machine that starts everything at once is slow to answer. */
  startAttempts?: number
  /** Called whenever its pid changed. */
  changed?: () => void
  /** Timeout of one readiness check, in ms. */
  checkTimeoutMs?: number
}

const checkEveryMs = 50

/** Starts a process, waits until it is ready, and starts it again with growing pauses when it dies. */
export function superviseProcess(spec: ProcessSpec, options: SuperviseOptions): SupervisedProcess {
  const {
    report,
    pausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000],
    stableAfterMs = 60_000,
    startAttempts = 1,
    changed,
    checkTimeoutMs,
  } = options
  const stopped = new AbortController()
  let child: Child | undefined
  let { env } = spec
  let deaths = 0
  // Another one with each restart: what had begun to start the process before it ends there.
  let generation = 0

  function launch(): Child {
    const started = spawnGroup(spec.command, { cwd: spec.cwd, env, onLine: spec.log, kind: 'server' })
    started.on('error', (error) => spec.log(`${spec.name} could not be started: ${error.message}`, 'stderr'))
    child = started
    changed?.()
    return started
  }

  async function untilReady(started: Child): Promise<void> {
    const deadlineMs = Date.now() + spec.readyTimeoutMs
    while (!(await isAnswered(spec.ready, checkTimeoutMs))) {
      if (hasEnded(started))
        throw new StartError(`${spec.name} ended while starting (${endingOf(started)})${seeLog()}.`)
      if (Date.now() > deadlineMs)
        throw new StartError(`${spec.name} was not ready after ${spec.readyTimeoutMs / 1000} s${seeLog()}.`)
      await sleep(checkEveryMs)
    }
  }

  const seeLog = () => (spec.logFile ? `; its log is ${spec.logFile}` : '')

  async function bringUp(): Promise<void> {
    if (stopped.signal.aborted) throw new StartError(`${spec.name} is being stopped.`)
    const born = generation
    const started = launch()
    try {
      await untilReady(started)
    } catch (error) {
      await endGroup(started, 2000)
      throw error
    }
    const readyMs = Date.now()
    const onExit = () => {
      if (Date.now() - readyMs > stableAfterMs) deaths = 0
      void bringBack(`${spec.name} ended (${endingOf(started)})`, born)
    }
    if (hasEnded(started)) onExit()
    else started.once('exit', onExit)
  }

  async function bringBack(what: string, born: number): Promise<void> {
    const isOver = () => born !== generation || stopped.signal.aborted
    if (isOver()) return
    const pauseMs = pausesMs[Math.min(deaths, pausesMs.length - 1)] ?? 0
    deaths += 1
    report(`${what}; starting it again in ${pauseMs / 1000} s.`)
    try {
      await sleep(pauseMs, undefined, { signal: stopped.signal })
      if (isOver()) return
      await bringUp()
      report(`${spec.name} is ready again.`)
    } catch (error) {
      await bringBack(messageOf(error), born)
    }
  }

  return {
    name: spec.name,
    get pid() {
      return child && !hasEnded(child) ? child.pid : undefined
    },
    async start() {
      for (let attemptsLeft = startAttempts - 1; ; attemptsLeft -= 1) {
        try {
          return await bringUp()
        } catch (error) {
          if (attemptsLeft === 0 || stopped.signal.aborted) throw error
          report(`${messageOf(error)}; trying again.`)
        }
      }
    },
    async stop(withinMs) {
      stopped.abort()
      if (child) await endGroup(child, withinMs)
      changed?.()
    },
    async restart(change = {}) {
      if (!child || stopped.signal.aborted) return
      generation += 1
      const own = generation
      const before = env
      env = change.env ?? before
      await endGroup(child, change.withinMs ?? 5000)
      if (own !== generation) return // Another restart does the same, and later.
      try {
        await bringUp()
      } catch (error) {
        if (change.env && own === generation) {
          env = before
          void bringBack(messageOf(error), own)
        }
        throw error
      }
    },
  }
}

const endingOf = (child: Child) =>
  child.pid === undefined ? 'it could not be run' : (child.signalCode ?? `exit code ${child.exitCode}`)
