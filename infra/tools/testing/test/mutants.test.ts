import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { findMutants } from '../mutants/find-mutants.ts'
import { instrument } from '../mutants/instrument.ts'
import { keyOf } from '../mutants/try-mutants.ts'

const aftersOf = (text: string) => findMutants(text, 'a.ts').map(({ after }) => after)

test.each<[string, string[]]>([
  ['if (a) b()', ['if (true) b()', 'if (false) b()']],
  ['const c = a < b', ['const c = a <= b']],
  ['const c = a && b', ['const c = a || b']],
  ['const c = !a', ['const c = a']],
  ['const c = a ?? b', ['const c = a']],
  ['const c = 2 ** a', ['const c = 2 * a']],
  ['const c = Math.min(a, 1)', ['const c = Math.max(a, 1)']],
  ['const c = { ...(a && { b }) }', ['const c = { ...(false) }', 'const c = { ...({ b }) }']],
  [
    'find({ _id: a, n: { $lt: b } })',
    ['find({ n: { $lt: b } })', 'find({ _id: a })', 'find({ _id: a, n: { $lte: b } })'],
  ],
])('%s', (text, afters) => {
  expect(aftersOf(text)).toEqual(afters)
})

test.each([
  "const c = a + 'b'",
  'const c = { a, b: 1 }',
  'log.info({ a: a ?? 1 }, `b`)',
  'find(a, { projection: { b: 1, _id: 0 } })',
  'type A = B extends C ? D : E',
])('nothing is mutated of %s', (text) => {
  expect(aftersOf(text)).toEqual([])
})

test.each(['a || b || c', '!(a && b)', 'a\nb && c', '[a < b ? 1 : 2, { ...(a && { a: b && c }) }]'])(
  'with all switches off, %s is as it was; each switch alone changes its place',
  (text) => {
    const mutants = findMutants(text, 'a.ts')
    const evaluate = (code: string, on?: string) =>
      [0, 1, 2].flatMap((a) =>
        [0, 1].map((b) => {
          const switches = { $is: (key: string) => key === on, $either: (value: unknown) => value }
          return JSON.stringify(runInNewContext(code, { ...switches, a, b, c: 3 }))
        }),
      )
    const code = instrument(text, mutants)
    expect(evaluate(code)).toEqual(evaluate(text))
    for (const mutant of mutants) expect(evaluate(code, keyOf(mutant))).not.toEqual(evaluate(text))
  },
)
