import type { Figure, Pair } from './figure.ts'

/**
 * Runs every side once, then every side again, `pairs` times (ABAB…), so that the machine's other load falls
 * on all of them. @returns one record of results for each round
 */
export async function inTurns<Sides extends Record<string, () => Promise<unknown>>>(
  pairs: number,
  sides: Sides,
  report: (sentence: string) => void = () => {},
): Promise<Round<Sides>[]> {
  const rounds: Round<Sides>[] = []
  for (let round = 1; round <= pairs; round++) {
    const results: Record<string, unknown> = {}
    for (const [name, side] of Object.entries(sides)) {
      report(`round ${round} of ${pairs}: ${name}`)
      results[name] = await side()
    }
    rounds.push(results as Round<Sides>)
  }
  return rounds
}

export type Round<Sides extends Record<string, () => Promise<unknown>>> = {
  [Name in keyof Sides]: Awaited<ReturnType<Sides[Name]>>
}

/** A number of ours and the same of a peer, from each round. */
export const pairsOf = <R>(rounds: R[], ours: (round: R) => number, peer: (round: R) => number): Pair[] =>
  rounds.map((round) => ({ ours: ours(round), peer: peer(round) }))

type Measured = Record<PropertyKey, number> | undefined

/** Makes figures of a number that two sides of each round have; that of a peer that could not be had is `NaN`. */
export const between =
  <R, Ours extends keyof R & string, Peer extends keyof R & string>(
    rounds: R[],
    ours: Ours,
    peer: Peer,
    against: string = peer,
  ) =>
  (number: keyof R[Ours] & keyof NonNullable<R[Peer]>, figure: Omit<Figure, 'against' | 'pairs'>): Figure => {
    const read = (side: unknown) => (side as Measured)?.[number] ?? Number.NaN
    return {
      ...figure,
      against,
      pairs: pairsOf(
        rounds,
        (round) => read(round[ours]),
        (round) => read(round[peer]),
      ),
    }
  }
