import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { redisProgram } from '../src/backing/redis.ts'
import { readSettings } from '../src/settings.ts'

const { path: folder } = await closedAfterAll(openFolder())
const { cacheDir, env } = readSettings(process.env)

/** A PATH whose redis-server tells this of itself. */
async function pathWith(name: string, told: string): Promise<string> {
  const own = join(folder, name)
  await mkdir(own)
  await writeFile(join(own, 'redis-server'), `#!/bin/sh\necho '${told}'\n`)
  await chmod(join(own, 'redis-server'), 0o755)
  return own
}
const programAt = (own: string) =>
  redisProgram({ cacheDir, env: { ...env, PATH: `${own}:${env.PATH}` }, report: () => {} })

test.each([
  ['seven', 'Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=0'],
  ['valkey', 'Valkey server v=8.1.2 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64 build=0'],
])('an installed server whose users can have rights of their own is taken: %s', async (name, told) => {
  const own = await pathWith(name, told)
  expect((await programAt(own)).path).toBe(join(own, 'redis-server'))
})

test.each([
  ['six', 'Redis server v=6.2.14 sha=00000000:0 malloc=jemalloc-5.2.1 bits=64 build=0'],
  ['odd', 'no such option'],
])('another is passed over: %s', async (name, told) => {
  const own = await pathWith(name, told)
  expect((await programAt(own)).path).not.toBe(join(own, 'redis-server'))
})
