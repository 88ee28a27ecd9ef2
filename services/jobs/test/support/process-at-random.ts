import { Problem } from '@utter/http/problem'
import type { OutgoingEvent } from '@utter/messaging/outgoing-event'
import { createMortal, Death } from '@utter/testing/faults/mortal'
import type { ConsumeDeps } from '../../src/deps.ts'
import type { Lifecycle } from './open-lifecycle.ts'

/** Each call of a store or of publishing goes through this. */
type Through = <T>(call: () => Promise<T>) => Promise<T>

/** More than a usual act has; early steps are tried more often, since each act has those. */
const maxSteps = 24

/** The stores of the lifecycle in another process, each of whose calls goes through the function. */
async function processOf(lifecycle: Lifecycle, through: Through) {
  const watched = <Of extends object>(object: Of): Of =>
    new Proxy(object, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver)
        if (typeof member !== 'function') return member
        return (...given: unknown[]) => through(async () => await member.apply(target, given))
      },
    })
  const { jobs, allowances, works, chapters, publish } = lifecycle.deps
  const deps = await lifecycle.depsOf({
    jobs: watched(jobs),
    allowances: watched(allowances),
    publish: (events: OutgoingEvent[]) => through(() => publish(events)),
  })
  return { ...deps, works: watched(works), chapters: watched(chapters) }
}

/**
 * Runs acts as processes do: most live; some die after a database step; and some are interrupted before a step, in which another replica does something whole. All of
 * it follows from the random numbers.
 */
export function processAtRandom(lifecycle: Lifecycle, random: () => number) {
  const counts = { deaths: 0, interruptions: 0 }
  async function run(act: (deps: ConsumeDeps) => Promise<unknown>, through?: Through): Promise<boolean> {
    const deps = through ? await processOf(lifecycle, through) : lifecycle.deps
    try {
      await act(deps)
      return true
    } catch (error) {
      // Acts that its owner may not do now, or a submission that is to be sent again.
      if (error instanceof Problem && (error.status === 409 || error.status === 503)) return false
      if (error instanceof Death) return false
      throw error
    } finally {
      await deps.relay[Symbol.asyncDispose]()
      await deps.settledMarks[Symbol.asyncDispose]()
      await lifecycle.flushed()
    }
  }
  return {
    counts,
    /** @param other what another replica may do in between @returns whether the act was done to its end */
    async run(act: (deps: ConsumeDeps) => Promise<unknown>, other?: () => Promise<unknown>): Promise<boolean> {
      const [kind, step] = [random(), Math.floor(random() ** 2 * maxSteps)]
      if (kind < 0.25) {
        const { call, isDead } = createMortal(step)
        const isDone = await run(act, call)
        if (isDead()) counts.deaths++
        return isDone && !isDead()
      }
      if (kind > 0.5 || !other) return run(act)
      let calls = 0
      return run(act, async (call) => {
        if (calls++ === step) {
          counts.interruptions++
          await other()
        }
        return call()
      })
    },
  }
}
