import { Counter, Gauge } from 'prom-client'

const newest = new Gauge({
  name: 'backup_newest_timestamp_seconds',
  help: 'Start of the newest backup that is whole, as seconds since 1970; 0: there is none',
})
const failures = new Counter({ name: 'backup_failures_total', help: 'Backups that were begun and not made' })

export const measureNewest = (startedAt: Date | undefined): void => newest.set((startedAt?.getTime() ?? 0) / 1_000)
export const countFailure = (): void => failures.inc()
