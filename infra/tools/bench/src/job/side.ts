import type { Sent } from '../load/open-loop.ts'

/** Latencies in ms: at the customer's stream, and of the queue's own event. */
export type Arrived = Sent & { brokerP50: number }
/** A side of a comparison, up and idle until it is run. */
export type Side = { run(perSecond: number, seconds: number): Promise<Arrived> }
