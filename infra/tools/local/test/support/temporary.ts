import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'

/** Tests with a folder of their own, the sentences reported to the person, and a wait for a condition. */
export const test = base.extend<{ folder: string; reported: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from this pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'utter-test-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of the fixtures from this pattern.
  reported: async ({}, use) => use([]),
})
