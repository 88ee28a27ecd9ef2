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

/**
 * Faults that end by themselves: a store or the broker is unavailable, a deadline passed, the disk is full. Everything else is a fault
 * of ours. Drivers wrap one another's errors, so causes count too.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return [...checks].some((check) => check(error)) || isTransient(error.cause)
}
