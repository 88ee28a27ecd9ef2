import type { RedisClient } from './open.ts'

type Taking<Part, Answer> = {
  /** Takes from all of these, or from none. */
  take(parts: Part[]): Promise<Answer>
  isRefused(answer: Answer): boolean
  giveBack(parts: Part[]): Promise<unknown>
}

/**
 * Takes from parts whose keys may be on different nodes, from all or from none, with a script that can do so for those of one node. A Redis that
 * is no Cluster takes all in one step. A Cluster takes them in their order, and gives back the earlier ones when a later one refuses or does not answer:
 * meanwhile a count may be a little tighter, and never wider.
 * @returns the answers in their order; the last one may be a refusal
 */
export async function takeFromAll<Part, Answer>(
  redis: RedisClient,
  parts: Part[],
  { take, isRefused, giveBack }: Taking<Part, Answer>,
): Promise<Answer[]> {
  const steps = redis.isCluster ? parts.map((part) => [part]) : [parts]
  const answers: Answer[] = []
  const giveBackTaken = () => Promise.all(steps.slice(0, answers.length).map((step) => giveBack(step).catch(() => {})))
  for (const step of steps) {
    const answer = await take(step).catch(async (error) => {
      await giveBackTaken()
      throw error
    })
    if (isRefused(answer)) {
      await giveBackTaken()
      return [...answers, answer]
    }
    answers.push(answer)
  }
  return answers
}

/** Gives back what was taken of all parts, each where it is. Never throws. */
export async function giveBackToAll<Part>(
  redis: RedisClient,
  parts: Part[],
  giveBack: (parts: Part[]) => Promise<unknown>,
): Promise<void> {
  const steps = redis.isCluster ? parts.map((part) => [part]) : [parts]
  await Promise.all(steps.map((step) => giveBack(step).catch(() => {})))
}
