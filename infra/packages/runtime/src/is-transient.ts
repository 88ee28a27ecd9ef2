import { isTransientNode } from './transient-node.ts'

/** A transient fault of our own making, such as a queue to the brokers that is full. */
export class TransientError extends Error {
  override name = 'TransientError'
}

type Check = (error: Error) => boolean
const checks = new Set<Check>([(error) => error instanceof TransientError, isTransientNode])

/**
 * Registers how the faults of a driver are classed. The package that loads the driver does it, since only it knows the
 * driver's classes, codes and labels, and runtime is below it.
 */
export function addTransientCheck(check: Check): void {
  checks.add(check)
}

const timeLimitChecks = new Set<Check>()
/** Registers which of a driver's transient faults are a server's own time limit. */
export function addTimeLimitCheck(check: Check): void {
  timeLimitChecks.add(check)
}
/** Whether a server gave up after its time limit. A question that takes too long each time is transient by its class, and never ends. */
export function isTimeLimit(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return [...timeLimitChecks].some((check) => check(error)) || isTimeLimit(error.cause)
}

/**
 * Faults that end by themselves: a store or the broker is unavailable, a deadline passed, the disk is full. Everything else is a fault
 * of ours. Drivers wrap one another's errors, so causes count too.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return [...checks].some((check) => check(error)) || isTransient(error.cause)
}
