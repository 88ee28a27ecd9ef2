import { Counter, Gauge } from 'prom-client'

export type BackupMetrics = ReturnType<typeof createBackupMetrics>

/** Registers the metrics: in a process that makes backups and in no other, where they would say that there is none. */
export function createBackupMetrics() {
  const newest = new Gauge({
    name: 'backup_newest_timestamp_seconds',
    help: 'Start of the newest backup that is whole, as seconds since 1970; 0: there is none',
  })
  const failures = new Counter({ name: 'backup_failures_total', help: 'Backups that were begun and not made' })
  return {
    measureNewest: (startedAt: Date | undefined): void => newest.set((startedAt?.getTime() ?? 0) / 1_000),
    countFailure: (): void => failures.inc(),
  }
}
