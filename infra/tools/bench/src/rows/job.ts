import type { BenchContext } from '../bench-context.ts'
import { startOurs } from '../job/ours.ts'
import { startBullMq, startGraphile } from '../job/peer.ts'
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
const titles = { ours: 'Utter', bull: 'BullMQ', graphile: 'graphile-worker' }
type Name = keyof typeof titles

export const job: Row = {
  name: 'job',
  what: 'from submission to the final event, vendors that answer at once, against three steps on BullMQ and on graphile-worker with as many writes',
  async run(context) {
    const { quick, pairs } = context.options
    // Ours first: the others' collections have the same indexes.
    const [ours, bull] = [await startOurs(context), await startBullMq(context)]
    const graphile = quick ? undefined : await context.ifThere(() => startGraphile(context))
    const servers = await context.servers()
    const seconds = quick ? 3 : 5
    const wanted = quick ? rates.slice(0, 1) : rates
    // Cold code takes twice as long: a quick run warms up at more than it measures.
    const warming = quick ? rates.slice(0, 2) : rates
    const notes: string[] = []
    const alone = <Result>(
      turn: (side: Side, name: Name) => Promise<Result>,
      warm?: (side: Side) => Promise<unknown>,
    ) => {
      const alternating = (side: Side, name: Name) => ({
        programs: Object.values(side.processes),
        ...(warm && { warm: () => warm(side) }),
        turn: () => turn(side, name),
      })
      return oneAtATime({
        ours: alternating(ours, 'ours'),
        bull: alternating(bull, 'bull'),
        ...(graphile && { graphile: alternating(graphile, 'graphile') }),
      })
    }
    const [held] = await inTurns(
      1,
      alone((side, name) => climb(titles[name], side, warming, seconds, notes, context)),
    )
    const [idle] = await inTurns(
      1,
      alone(
        (side) => idleOf(side, servers, quick ? 3 : 10),
        (side) => warmUp(side, 10),
      ),
    )
    if (!held || !idle) return { figures: [], notes }
    notes.push(
      `Idle, ms of processor a second: ${ofEach(idle, (used) => `${totalOf(used).toFixed(0)} (${listed([used])})`)}.`,
    )
    const figures: Figure[] = []
    for (const perSecond of wanted.filter((rate) => rate <= Math.min(...Object.values(held)))) {
      const rounds = await inTurns(
        pairs,
        alone(
          (side, name) => runCounted(side, servers, idle[name] ?? {}, [perSecond, seconds]),
          (side) => warmUp(side, perSecond),
        ),
        (sentence) => context.report(`${perSecond}/s, ${sentence}`),
      )
      figures.push(...figuresOf(rounds, perSecond))
      const [first] = rounds
      const cpu = ofEach(first ?? {}, (_, name) => listed(rounds.flatMap((round) => round[name]?.cpuOfJob ?? [])))
      notes.push(`CPU a job at ${perSecond}/s, by process, ms beyond idle: ${cpu}.`)
    }
    return { figures, notes }
  },
}

/** `Utter …; BullMQ …`: a text about each side. */
const ofEach = <Value>(sides: Partial<Record<Name, Value>>, textOf: (value: Value, name: Name) => string) =>
  (Object.entries(sides) as [Name, Value][]).map(([name, value]) => `${titles[name]} ${textOf(value, name)}`).join('; ')

type Round = { ours: Measured; bull: Measured; graphile?: Measured }

function figuresOf(rounds: Round[], perSecond: number): Figure[] {
  const at = `at ${perSecond}/s`
  const against = (peer: 'bull' | 'graphile'): Figure[] => {
    const toPeer = between(rounds, 'ours', peer, titles[peer])
    return [
      toPeer('p50', { name: `p50 ${at}, stream`, unit: 'ms', kind: 'ratio', goal: { max: 1.5 } }),
      {
        // As a queue's: its own event of the end, without the way to the customer.
        name: `p50 ${at}, broker`,
        against: titles[peer],
        unit: 'ms',
        kind: 'ratio',
        pairs: pairsOf(
          rounds,
          (round) => round.ours.brokerP50,
          (round) => round[peer]?.p50 ?? Number.NaN,
        ),
      },
      toPeer('p99', { name: `p99 ${at}, stream`, unit: 'ms', kind: 'ratio', goal: { max: 2 } }),
      toPeer('cpuMs', { name: `CPU a job ${at}, beyond idle`, unit: 'ms', kind: 'ratio', goal: { max: 1.3 } }),
    ]
  }
  return [...against('bull'), ...(rounds.some(({ graphile }) => graphile) ? against('graphile') : [])]
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
