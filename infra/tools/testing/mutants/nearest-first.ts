import { basename } from 'node:path'

/** The order in which test files are tried for the mutants of a source: its namesake, those that have killed of it before, the quickest. */
export function nearestFirst() {
  const kills = new Map<string, number>()
  const nameOf = (file: string): string => basename(file).replace(/(\.test)?\.tsx?$/, '')
  return {
    killed(source: string, test: string): void {
      kills.set(`${source} ${test}`, (kills.get(`${source} ${test}`) ?? 0) + 1)
    },
    sort<Test extends { file: string; ms: number }>(source: string, tests: Test[]): Test[] {
      const rankOf = ({ file }: Test) =>
        nameOf(file) === nameOf(source) ? Number.POSITIVE_INFINITY : (kills.get(`${source} ${file}`) ?? 0)
      return tests.toSorted((a, b) => Math.sign(rankOf(b) - rankOf(a)) || a.ms - b.ms)
    },
  }
}
