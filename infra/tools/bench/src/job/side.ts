import type { Sent } from '../load/open-loop.ts'
import type { Program } from '../program.ts'

/** Latencies in ms: at the customer's stream, and of the queue's own event. */
export type Arrived = Sent & { brokerP50: number }

/** A side of a comparison, up and idle until it is run. */
export type Side = {
  processes: Record<string, Program>
  run(perSecond: number, seconds: number): Promise<Arrived>
  /** Removes the jobs of a turn. */
  clear(): Promise<void>
}
