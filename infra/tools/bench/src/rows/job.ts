import type { BenchContext } from '../bench-context.ts'
import { startBullMq } from '../job/bullmq.ts'
import { startOurs } from '../job/ours.ts'
import { idleOf, listed, type Measured, runCounted, totalOf } from '../job/processor.ts'
import type { Side } from '../job/side.ts'
import type { Figure } from '../measure/figure.ts'
import { oneAtATime } from '../measure/one-at-a-time.ts'
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
    // Ours first: the other's collections have the same indexes.
    const sides = { ours: await startOurs(context), bull: await startBullMq(context) }
    const servers = await context.servers()
    const seconds = options.quick ? 3 : 5
    const wanted = options.quick ? rates.slice(0, 1) : rates
    const notes: string[] = []
    const alone = <Result>(
      turn: (side: Side, name: keyof typeof sides) => Promise<Result>,
      warm?: (side: Side) => Promise<unknown>,
    ) => {
      const alternating = (name: keyof typeof sides) => ({
        programs: Object.values(sides[name].processes),
        ...(warm && { warm: () => warm(sides[name]) }),
        turn: () => turn(sides[name], name),
      })
      return oneAtATime({ ours: alternating('ours'), bull: alternating('bull') })
    }
    const titles = { ours: 'Utter', bull: 'BullMQ' }
    const [held] = await inTurns(
      1,
      alone((side, name) => climb(titles[name], side, wanted, seconds, notes, context)),
    )
    const [idle] = await inTurns(
      1,
      alone(
        (side) => idleOf(side, servers, options.quick ? 3 : 10),
        (side) => warmUp(side, 10),
      ),
    )
    if (!held || !idle) return { figures: [], notes }
    notes.push(
      `Idle, ms of processor a second: Utter ${totalOf(idle.ours).toFixed(0)} (${listed([idle.ours])}); BullMQ ${totalOf(idle.bull).toFixed(0)} (${listed([idle.bull])}).`,
    )
    const figures: Figure[] = []
    for (const perSecond of wanted.filter((rate) => rate <= Math.min(held.ours, held.bull))) {
      const rounds = await inTurns(
        options.pairs,
        alone(
          (side, name) => runCounted(side, servers, idle[name], [perSecond, seconds]),
          (side) => warmUp(side, perSecond),
        ),
        (sentence) => context.report(`${perSecond}/s, ${sentence}`),
      )
      figures.push(...figuresOf(rounds, perSecond))
      const cpu = (name: keyof typeof sides) => listed(rounds.map((round) => round[name].cpuOfJob))
      notes.push(
        `CPU a job at ${perSecond}/s, by process, ms beyond idle: Utter: ${cpu('ours')}; BullMQ: ${cpu('bull')}.`,
      )
    }
    return { figures, notes }
  },
}

type Round = { ours: Measured; bull: Measured }

function figuresOf(rounds: Round[], perSecond: number): Figure[] {
  const toBull = between(rounds, 'ours', 'bull', 'BullMQ')
  const at = `at ${perSecond}/s`
  return [
    toBull('p50', { name: `p50 ${at}, stream`, unit: 'ms', kind: 'ratio', goal: { max: 1.5 } }),
    {
      // As BullMQ's: the queue's own event of the end, without the way to the customer.
      name: `p50 ${at}, broker`,
      against: 'BullMQ',
      unit: 'ms',
      kind: 'ratio',
      pairs: pairsOf(
        rounds,
        (round) => round.ours.brokerP50,
        (round) => round.bull.p50,
      ),
    },
    toBull('p99', { name: `p99 ${at}, stream`, unit: 'ms', kind: 'ratio', goal: { max: 2 } }),
    toBull('cpuMs', { name: `CPU a job ${at}, beyond idle`, unit: 'ms', kind: 'ratio', goal: { max: 1.3 } }),
  ]
}

const warmUp = async (side: Side, perSecond: number) => {
  await side.run(perSecond, 1)
  await side.clear()
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
    await side.clear()
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
