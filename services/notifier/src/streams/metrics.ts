import { Gauge } from 'prom-client'

const open = new Gauge({
  name: 'open_streams',
  help: 'Event streams that are open on this replica: of one job, of an account',
  labelNames: ['kind'],
})

/** @param by 1 when one opens, -1 when it has closed */
export const countStream = (kind: 'job' | 'account', by: 1 | -1): void => open.inc({ kind }, by)
