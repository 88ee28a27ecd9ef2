import { Counter, Gauge, Histogram } from 'prom-client'

const deadLetters = new Counter({
  name: 'dead_letters_total',
  help: 'Messages that were set aside, since they could not be read or handled',
  labelNames: ['topic'],
})
export const countDeadLetter = (topic: string): void => deadLetters.inc({ topic })

/** From 0 on, for topics that are consumed: Prometheus sees no increase in a series that begins with its first dead letter. */
export function measureDeadLetters(topics: readonly string[]): void {
  for (const topic of topics) deadLetters.inc({ topic }, 0)
}

const timeLimits = new Counter({
  name: 'message_time_limits_total',
  help: 'Attempts at a message that the time limit of the database ended, from the tenth of these on',
  labelNames: ['group'],
})
export const countTimeLimit = (group: string): void => timeLimits.inc({ group })
/** From 0 on, for the same reason. */
export const measureTimeLimits = (group: string): void => timeLimits.inc({ group }, 0)

const age = new Histogram({
  name: 'event_age_seconds',
  help: 'Time from the publication of an event to each attempt of a consumer to handle it; a group of a single replica is counted with its kind',
  labelNames: ['topic', 'group'],
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
})
/** @param group by a name that all replicas share. @param occurredAt as the event has it; clocks may differ, so that it may be to come */
export const measureAge = (topic: string, group: string, occurredAt: string): void =>
  age.observe({ topic, group }, Math.max(0, Date.now() - Date.parse(occurredAt)) / 1_000)
/** From 0 on, for the same reason. */
export function measureAges(topics: readonly string[], group: string): void {
  for (const topic of topics) age.zero({ topic, group })
}

/** Outboxes that could not be emptied, each with the time of the process at which that began. */
const blockedSinceMs = new Map<object, number>()

new Gauge({
  name: 'outbox_blocked_seconds',
  help: 'For how long changes could not be published; 0 while they can',
  collect() {
    const sinceMs = Math.min(...blockedSinceMs.values())
    this.set(Number.isFinite(sinceMs) ? (performance.now() - sinceMs) / 1_000 : 0)
  },
})

/** Records the outcome of a turn of an outbox's sweep. @param outbox one of the process's */
export function measureOutbox(outbox: object, isBlocked: boolean): void {
  if (!isBlocked) blockedSinceMs.delete(outbox)
  else if (!blockedSinceMs.has(outbox)) blockedSinceMs.set(outbox, performance.now())
}
