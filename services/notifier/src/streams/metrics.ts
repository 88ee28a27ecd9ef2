import { Counter, Gauge } from 'prom-client'

const open = new Gauge({
  name: 'open_streams',
  help: 'Event streams that are open on this replica: of one job, of one work, of an account',
  labelNames: ['kind'],
})

const opened = new Counter({
  name: 'streams_opened_total',
  help: 'Event streams that were opened on this replica: of one job, of one work, of an account',
  labelNames: ['kind'],
})
// An increase is seen from zero on.
for (const kind of ['job', 'work', 'account']) opened.inc({ kind }, 0)

/** Streams that were opened on this replica. */
export const countedStreams = async (): Promise<number> =>
  (await opened.get()).values.reduce((sum, { value }) => sum + value, 0)

/** @param by 1 when one opens, -1 when it has closed */
export function countStream(kind: 'job' | 'work' | 'account', by: 1 | -1): void {
  open.inc({ kind }, by)
  if (by > 0) opened.inc({ kind })
}
