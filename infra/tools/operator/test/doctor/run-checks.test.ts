import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Check, failed, ok, skipped, warning } from '../../src/doctor/check.ts'
import { checks } from '../../src/doctor/checks.ts'
import { NotExamined } from '../../src/doctor/not-examined.ts'
import { createRedact } from '../../src/doctor/redact.ts'
import { render } from '../../src/doctor/render.ts'
import { runChecks } from '../../src/doctor/run-checks.ts'
import { examinedAt } from '../support/examined.ts'

const check = (name: string, examine: Check['examine'], limitMs?: number): Check => ({
  name,
  examine,
  ...(limitMs !== undefined && { limitMs }),
})
const never = () => new Promise<never>(() => {})

test('failed rows come first, then warnings, each in the order of the checks', async () => {
  const all = [
    check('a: right', async () => ok('fine')),
    check('a: odd', async () => warning('odd', 'look')),
    check('b: wrong', async () => failed('wrong', 'mend')),
    check('b: none', async () => skipped('none')),
    check('c: wrong too', async () => failed('wrong', 'mend')),
  ]
  const rows = await runChecks(all, examinedAt({}))
  expect(rows.map(({ name }) => name)).toEqual(['b: wrong', 'c: wrong too', 'a: odd', 'b: none', 'a: right'])
  expect(rows[0]).toEqual({ name: 'b: wrong', status: 'failed', observed: 'wrong', action: 'mend' })
  expect(rows.at(-1)).toEqual({ name: 'a: right', status: 'ok', observed: 'fine', action: null })
})

test('a check that hangs costs its row and its own time, and no other', async () => {
  const all = [
    check('a: hangs', never, 100),
    check('a: late', () => pause(30_000, ok('late'))),
    check('a: right', async () => ok('fine')),
  ]
  const rows = await runChecks(all, examinedAt({}), { limitMs: 200 })
  expect(rows.map(({ status, observed }) => [status, observed])).toEqual([
    ['failed', 'no answer within 0.1 s'],
    ['failed', 'no answer within 0.2 s'],
    ['ok', 'fine'],
  ])
})

test.each<[string, Check['examine'], string, string]>([
  [
    'throws at once',
    () => {
      throw new Error('out of luck')
    },
    'failed',
    'out of luck',
  ],
  [
    'rejects',
    async () => {
      throw new Error('out of luck')
    },
    'failed',
    'out of luck',
  ],
  [
    'throws what is no error',
    async () => {
      throw 'nothing'
    },
    'failed',
    'nothing',
  ],
  [
    'has its cause in another row',
    async () => {
      throw new NotExamined('MongoDB is unavailable')
    },
    'skipped',
    'MongoDB is unavailable',
  ],
])('a check that %s is a row with its message', async (_how, examine, status, observed) => {
  expect(await runChecks([check('a: one', examine)], examinedAt({}))).toMatchObject([{ status, observed }])
})

test('what a store has answered loses secrets, credentials and mail addresses', async () => {
  const redact = createRedact({ OPENAI_API_KEY: 'sk-abcdefgh12345', REDIS_URL: 'redis://:a%20password@redis:6379' })
  const text = 'sk-abcdefgh12345 of ada@example.com at mongodb://u:p@db:27017, a password'
  const rows = await runChecks([check('a: one', async () => failed(text, text))], examinedAt({}), { redact })
  expect(rows[0]?.observed).toBe('[hidden] of … at mongodb://…@db:27017, [hidden]')
  expect(rows[0]?.action).toBe(rows[0]?.observed)
})

test('the text folds what is right into a line for each group, and has it all when asked', () => {
  const rows = [
    { name: 'b: wrong', status: 'failed', observed: 'seen', action: 'mend it' },
    { name: 'a: one', status: 'ok', observed: 'fine', action: null },
    { name: 'a: two', status: 'ok', observed: 'fine', action: null },
  ] as const
  expect(render(rows, false).split('\n')).toEqual([
    'failed   b: wrong',
    '         seen',
    '         → mend it',
    'ok       a: one, two',
    '1 failed, 0 warning, 0 skipped, 2 ok',
  ])
  expect(render(rows, true)).toContain('ok       a: two\n         fine')
})

test('every check has a group and a name of its own', () => {
  const names = checks.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z]+: ./.test(name))).toEqual([])
  expect(names.length).toBeGreaterThan(60)
})

test('a platform of which nothing is known has no row that failed', async () => {
  const rows = await runChecks(checks, examinedAt({}))
  expect(rows.filter(({ status }) => status === 'failed')).toEqual([])
})
