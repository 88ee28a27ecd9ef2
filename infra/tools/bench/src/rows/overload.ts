import { closedLoop } from '../load/closed-loop.ts'
import { Refused } from '../load/http-client.ts'
import { openLoop } from '../load/open-loop.ts'
import { tolerate } from '../load/tolerate.ts'
import type { Figure } from '../measure/figure.ts'
import { createLatency } from '../measure/latency.ts'
import { inTurns, pairsOf } from '../measure/turns.ts'
import type { Row } from '../row.ts'
import { startSubmitting } from '../submitting.ts'

/**
 * As many as jobs takes in at once here, so that none of them is refused. A fraction of the default: three times of what that lets in
 * would be more than the load generator can send from the same two cores, and its own queue would be measured.
 */
const callers = 2
const [calmly, tooMuch] = [0.8, 3]

export const overload: Row = {
  name: 'overload',
  what: `POST /api/tts through the gateway at ${tooMuch} times what can be taken in, against ${calmly} times`,
  async run(context) {
    const { options } = context
    const { atGateway, clear } = await startSubmitting(context, { SUBMISSIONS_IN_FLIGHT: String(callers) })
    const seconds = options.quick ? 3 : 5
    const maxRate = async () => {
      const { perSecond } = await closedLoop({ callers, seconds }, atGateway)
      await clear()
      return perSecond
    }
    context.report('warming up')
    await maxRate()
    const sustainable = await maxRate()
    context.report(`${Math.round(sustainable)} a second can be taken in`)

    const at = (times: number) => async () => {
      const refusals = createLatency()
      let refused = 0
      const { p50, p99, sent, failed } = await openLoop({ perSecond: sustainable * times, seconds }, async () => {
        const startMs = performance.now()
        await atGateway().catch((error: unknown) => {
          if (error instanceof Refused && error.status === 503 && error.hasRetryAfter) {
            refused += 1
            refusals.add(performance.now() - startMs)
          }
          throw error
        })
        return undefined
      })
      await clear()
      tolerate(failed - refused, sent, 'submissions were neither accepted nor refused by 503 with Retry-After, and')
      return {
        p50,
        p99,
        refused: (100 * refused) / sent,
        refusedWithin: refusals.read().p99,
        accepted: (sent - failed) / seconds,
      }
    }
    const rounds = await inTurns(options.pairs, { much: at(tooMuch), calm: at(calmly) }, context.report)
    const against = `at ${calmly} ×`
    const both = (
      name: string,
      unit: string,
      kind: Figure['kind'],
      of: (side: (typeof rounds)[number]['much']) => number,
    ) => ({
      name,
      unit,
      kind,
      against,
      pairs: pairsOf(
        rounds,
        ({ much }) => of(much),
        ({ calm }) => of(calm),
      ),
    })
    return {
      figures: [
        both('p50 of the accepted', 'ms', 'ratio', ({ p50 }) => p50),
        both('p99 of the accepted', 'ms', 'ratio', ({ p99 }) => p99),
        both('accepted', 'jobs/s', 'ratio', ({ accepted }) => accepted),
        both('refused', '%', 'own', ({ refused }) => refused),
        both('p99 of a refusal', 'ms', 'own', ({ refusedWithin }) => refusedWithin),
      ],
      notes: [
        `Jobs is let take in ${callers} at once (default 32), which is ${Math.round(sustainable)} a second; past that the load generator would run out of processor before the queues fill. Whatever is not accepted is refused by 503 with Retry-After, or this row fails.`,
      ],
    }
  },
}
