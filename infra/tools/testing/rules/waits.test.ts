import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'

/** Shorter waits fail on a machine whose cores are shared and a quarter as fast; the configuration has longer ones. Below a second are pauses. */
const isShort = (ms: number) => ms >= 1_000 && ms < 120_000

/** Tests whose limit is what they prove. */
const provenLimits = ['infra/packages/http/test/listen.test.ts']

const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: repoDir, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && !provenLimits.includes(path))

const limitsIn = (text: string) =>
  [
    ...text.matchAll(
      /\b(?:timeout|[tT]estTimeout|hookTimeout): ([\d_]+)|^\s*\}, ([\d_]+)\)$|\beventually\(.*, ([\d_]+)\)$/gm,
    ),
  ].map(([line, ...limits]) => ({ line: line.trim(), ms: Number(limits.find(Boolean)?.replaceAll('_', '')) }))

test('no test waits for a shorter time than a slow machine takes', () => {
  const short = tests.flatMap((path) =>
    limitsIn(readFileSync(join(repoDir, path), 'utf8'))
      .filter(({ ms }) => isShort(ms))
      .map(({ line }) => `${path}: ${line}`),
  )
  expect(short).toEqual([])
})

test('no test waits by vi.waitFor without a limit of its own, which is one second', () => {
  const withoutLimit = tests.filter((path) =>
    readFileSync(join(repoDir, path), 'utf8')
      .split('\n')
      .some((line) => /\bvi\.wait(For|Until)\(.*\)$/.test(line) && !/timeout/.test(line)),
  )
  expect(withoutLimit).toEqual([])
})

test('a stream that is read beside what a test does is open before it goes on', () => {
  // Events before it is open never come, and a test that fails meanwhile would leave a rejection behind.
  const unopened = tests.filter((path) =>
    /= (?!await\b)[\w.]+\.events\(/.test(readFileSync(join(repoDir, path), 'utf8')),
  )
  expect(unopened).toEqual([])
})

test('no test holds a processor to milliseconds: expectLinearTime compares a size with four times as much', () => {
  const timed = tests.filter((path) =>
    /\b(?:threadCpuUsage|cpuUsage)\(/.test(readFileSync(join(repoDir, path), 'utf8')),
  )
  expect(timed).toEqual([])
})
