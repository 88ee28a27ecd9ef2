import { between, inTurns } from '../measure/turns.ts'
import { findNginx } from '../peers/nginx.ts'
import type { Row } from '../row.ts'
import { measureStreams } from '../sse/measure.ts'
import { startNchan } from '../sse/nchan.ts'
import { startNotifier } from '../sse/notifier.ts'

export const sse: Row = {
  name: 'sse',
  what: 'open streams and events to one of them, against nchan in nginx',
  async run(context) {
    const { options } = context
    const nginx = await findNginx(context, 'nchan')
    // Both are restarted for each turn, since neither gives memory back that it once had.
    const rounds = await inTurns(
      options.pairs,
      {
        ours: () => measureStreams(context, startNotifier),
        nchan: () => measureStreams(context, (row, name) => startNchan(row, nginx, name)),
      },
      context.report,
    )
    const toNchan = between(rounds, 'ours', 'nchan')
    const figures = [
      toNchan('streamKb', { name: 'memory a stream', unit: 'KB', kind: 'ratio', goal: { max: 1.5 } }),
      toNchan('eventUs', { name: 'CPU an event', unit: 'µs', kind: 'ratio', goal: { max: 3 } }),
      toNchan('p99', { name: 'unicast p99', unit: 'ms', kind: 'ratio', goal: { max: 2 } }),
      toNchan('p50', { name: 'unicast p50', unit: 'ms', kind: 'ratio' }),
    ]
    return {
      figures,
      notes: [
        `${options.streams} streams, one an account. Ours consumes each event from Kafka, nchan gets it by a POST; both are timed from the sending on.`,
      ],
    }
  },
}
