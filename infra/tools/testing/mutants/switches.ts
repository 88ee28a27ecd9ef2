import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, inject, vi } from 'vitest'
import './provided.ts'

// A setup file of each test file in the worker: the switches of its mutants (instrument.ts), at most one of which is on. While none is, their uses are recorded.

type Switches = { $is: (key: string) => boolean; $either: <Value>(value: Value) => Value }

/** More than a test has reason for: a loop that a mutant keeps from its end is ended here. */
const maxUses = 200_000
const { key, usesFile, testMs } = inject('mutant')
if (key) vi.setConfig({ testTimeout: testMs, hookTimeout: 4 * testMs })
const uses = { loading: new Set<string>(), running: new Set<string>() }
let used = uses.loading
let count = 0

const switches: Switches = {
  $is: key
    ? (asked) => {
        if (asked !== key) return false
        if (++count > maxUses) throw new Error('a loop without end')
        return true
      }
    : (asked) => {
        used.add(asked)
        return false
      },
  $either: (value) => value,
}
Object.assign(globalThis, switches)

beforeAll(() => {
  used = uses.running
})
if (!key)
  afterAll(() => {
    writeFileSync(usesFile, JSON.stringify({ loading: [...uses.loading], running: [...uses.running] }))
  })
