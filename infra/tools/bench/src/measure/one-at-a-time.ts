import type { Program } from '../program.ts'

type Alternating<Result> = {
  /** Processes that belong to this side alone. */
  programs: Pick<Program, 'pause' | 'resume'>[]
  /** Comes before each turn and is not measured: after a pause of more than a session's timeout a consumer joins anew. */
  warm?: () => Promise<unknown>
  turn: () => Promise<Result>
}

/** Sides whose processes run in their own turns alone: paused, the others take no processor time from the one that is measured. */
export function oneAtATime<Sides extends Record<string, Alternating<unknown>>>(
  sides: Sides,
): { [Name in keyof Sides]: () => Promise<Awaited<ReturnType<Sides[Name]['turn']>>> } {
  const all = Object.values(sides).flatMap(({ programs }) => programs)
  const alone = async ({ programs, warm, turn }: Alternating<unknown>) => {
    for (const program of all) if (!programs.includes(program)) program.pause()
    for (const program of programs) program.resume()
    try {
      await warm?.()
      return await turn()
    } finally {
      for (const program of all) program.resume()
    }
  }
  return Object.fromEntries(Object.entries(sides).map(([name, side]) => [name, () => alone(side)])) as ReturnType<
    typeof oneAtATime<Sides>
  >
}
