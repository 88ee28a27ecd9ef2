import type { BenchContext } from '../bench-context.ts'
import { startBullMq } from '../job/bullmq.ts'
import { startOurs } from '../job/ours.ts'
import type { Side } from '../job/side.ts'
import type { Figure } from '../measure/figure.ts'
import { between, inTurns, pairsOf } from '../measure/turns.ts'
import type { Row } from '../row.ts'

/** A side that needs longer for the last of its jobs has a queue that grows. */
const keepsUpMs = 5_000
/** Jobs a second. */
const rates = [10, 20, 50, 100, 250, 500]

export const job: Row = {
  name: 'job',
  what: 'from submission to the final event, vendors that answer at once, against three steps on BullMQ with as many writes',
  async run(context) {
    const { options } = context
    // Both are up all the time, and only one has work.
    // Ours first: the other's collections have the same indexes.
    const ours = await startOurs(context)
    const bull = await startBullMq(context)
    const seconds = options.quick ? 2 : 5
    const wanted = options.quick ? rates.slice(0, 2) : rates
    const notes: string[] = []
    const held = Math.min(
      await climb('Utter', ours, wanted, seconds, notes, context),
      await climb('BullMQ', bull, wanted, seconds, notes, context),
    )
    const figures: Figure[] = []
    for (const perSecond of wanted.filter((rate) => rate <= held)) {
      const rounds = await inTurns(
        options.pairs,
        { ours: () => ours.run(perSecond, seconds), bull: () => bull.run(perSecond, seconds) },
        (sentence) => context.report(`${perSecond}/s, ${sentence}`),
      )
      const toBull = between(rounds, 'ours', 'bull', 'BullMQ')
      figures.push(
        toBull('p50', { name: `p50 at ${perSecond}/s, stream`, unit: 'ms', kind: 'ratio', goal: { max: 2 } }),
        {
          // As BullMQ's: the queue's own event of the end, without the way to the customer.
          name: `p50 at ${perSecond}/s, broker`,
          against: 'BullMQ',
          unit: 'ms',
          kind: 'ratio',
          pairs: pairsOf(
            rounds,
            (round) => round.ours.brokerP50,
            (round) => round.bull.p50,
          ),
        },
        toBull('p99', { name: `p99 at ${perSecond}/s, stream`, unit: 'ms', kind: 'own', goal: { max: 25 } }),
      )
    }
    return { figures, notes }
  },
}

/** Warms a side up, from rate to rate, until it no longer keeps up. @returns the last rate that it held, or 0 */
async function climb(
  name: string,
  side: Side,
  wanted: number[],
  seconds: number,
  notes: string[],
  { report }: BenchContext,
): Promise<number> {
  let held = 0
  for (const perSecond of wanted) {
    report(`warming up: ${name} at ${perSecond}/s`)
    const { p50, p99, failed, sent, drainMs } = await side.run(perSecond, seconds)
    if (failed > 0 || drainMs > keepsUpMs) {
      const lost = failed > 0 ? `, ${failed} of ${sent} refused or not ended in time` : ''
      notes.push(
        `${name} saturates between ${held} and ${perSecond} jobs/s: p50 ${Math.round(p50)} ms, p99 ${Math.round(p99)} ms${lost}.`,
      )
      break
    }
    held = perSecond
  }
  return held
}
