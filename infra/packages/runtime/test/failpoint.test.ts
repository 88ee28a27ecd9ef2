import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'utter-failpoints-'))
const file = join(folder, 'between')
afterAll(() => rmSync(folder, { recursive: true }))

/** A process that passes the place twice. */
const pass = (env: Record<string, string>) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { failpoint } from ${JSON.stringify(new URL('../src/failpoint.ts', import.meta.url).href)}
       failpoint('other'); failpoint('between'); failpoint('between')`,
    ],
    { env: { PATH: process.env.PATH, ...env } },
  ).signal

test('a process dies at an armed place, once', () => {
  writeFileSync(file, '')
  expect(pass({ FAILPOINTS_DIR: folder })).toBe('SIGKILL')
  expect(existsSync(file)).toBe(false)
  expect(pass({ FAILPOINTS_DIR: folder })).toBeNull()
})

test('in production, and where no folder is named, nobody dies', () => {
  writeFileSync(file, '')
  expect(pass({ FAILPOINTS_DIR: folder, NODE_ENV: 'production' })).toBeNull()
  expect(pass({})).toBeNull()
  expect(existsSync(file)).toBe(true)
})
