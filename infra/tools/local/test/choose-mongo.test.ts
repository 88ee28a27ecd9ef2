import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { chooseMongo } from '../src/backing/choose-mongo.ts'
import { mongoVersion } from '../src/backing/mongo-version.ts'
import type { Source } from '../src/backing/mongod-download.ts'
import {
  brokenMongod,
  mongodOf,
  openImpostor,
  openMirror,
  openSilentHost,
  packMongod,
  writeProgram,
} from './support/mongod-mirror.ts'
import { test } from './support/temporary.ts'

/** Machines whose archive has no sum in the repository, and has one. */
const [unlisted, listed] = ['2.36', '2.39'].map((glibc) => ({ platform: 'linux', arch: 'x64', glibc }))
const nowhere = { origin: 'http://127.0.0.1:1' }

function start(folder: string, { PATH = '/usr/bin:/bin', report = (_: string): void => {}, isBrokenOff = false } = {}) {
  const [dataDir, cacheDir] = [join(folder, 'data'), join(folder, 'cache')]
  for (const dir of [dataDir, cacheDir]) mkdirSync(dir, { recursive: true })
  const signal = isBrokenOff ? AbortSignal.abort() : new AbortController().signal
  const context = { dataDir, cacheDir, env: { PATH, HOME: folder }, report, ephemeral: false, signal }
  return {
    dataDir,
    cacheDir,
    choose: (source: Partial<Source>) => chooseMongo(context, { machine: unlisted as never, ...source }),
  }
}
const dataOfMongod = (dataDir: string, version?: string) => {
  writeProgram(join(dataDir, 'mongo', 'WiredTiger'), '')
  if (version) writeFileSync(join(dataDir, 'mongo-version'), `${version}\n`)
}

describe('a fetched mongod', () => {
  test('is taken once its sum is right and it runs, and is fetched once', async ({ folder }) => {
    const { choose, cacheDir } = start(folder)
    const { origin, asked } = await openMirror(packMongod(folder, mongodOf(mongoVersion)))
    const mongod = join(cacheDir, `mongod-${mongoVersion}`, 'mongod')
    expect(await choose({ origin })).toEqual({ mongod, version: mongoVersion })
    const archive = `/linux/mongodb-linux-x86_64-ubuntu2204-${mongoVersion}.tgz`
    expect(asked).toEqual([`${archive}.sha256`, archive])
    expect(await choose(nowhere)).toEqual({ mongod, version: mongoVersion })
  })

  test('that cannot run is not kept, and the compatible server takes its place with the reason', async ({ folder }) => {
    const { choose, cacheDir, dataDir } = start(folder)
    const { origin } = await openMirror(packMongod(folder, brokenMongod))
    expect(await choose({ origin })).toEqual({
      because: expect.stringContaining('libcurl.so.4: cannot open shared object file'),
    })
    expect(readdirSync(cacheDir)).not.toContain(`mongod-${mongoVersion}`)
    expect(existsSync(join(dataDir, 'mongo'))).toBe(false)
  })

  test('has the sum of the repository, whatever its host says', async ({ folder }) => {
    const { choose } = start(folder)
    const { origin, asked } = await openMirror(packMongod(folder, mongodOf(mongoVersion)))
    expect(await choose({ origin, machine: listed as never })).toEqual({
      because: expect.stringContaining('is not the file it should be'),
    })
    expect(asked).toHaveLength(1)
  })

  test('with another sum than its maker’s is refused', async ({ folder }) => {
    const { choose } = start(folder)
    const { origin } = await openMirror(packMongod(folder, mongodOf(mongoVersion)), '0'.repeat(64))
    expect(await choose({ origin })).toEqual({ because: expect.stringContaining('is not the file it should be') })
  })

  test('from a host with a certificate of its own making is refused', async ({ folder }) => {
    const { choose, cacheDir } = start(folder)
    const origin = await openImpostor(packMongod(folder, mongodOf(mongoVersion)), folder)
    expect(await choose({ origin })).toEqual({ because: expect.stringContaining('self-signed certificate') })
    expect(readdirSync(cacheDir)).not.toContain(`mongod-${mongoVersion}`)
  })

  test('is given up after the patience for a host that never answers, and that day not asked for again', async ({
    folder,
  }) => {
    const { choose } = start(folder)
    const because = expect.stringContaining('did not answer within 0.2 s')
    expect(await choose({ origin: await openSilentHost(), headWithinMs: 200 })).toEqual({ because })
    const { origin, asked } = await openMirror(packMongod(folder, mongodOf(mongoVersion)))
    expect(await choose({ origin })).toEqual({ because })
    expect(asked).toEqual([])
  })

  test('is asked for again where the start was broken off', async ({ folder }) => {
    await start(folder, { isBrokenOff: true }).choose(nowhere)
    const { origin } = await openMirror(packMongod(folder, mongodOf(mongoVersion)))
    expect(await start(folder).choose({ origin })).toHaveProperty('mongod')
  })

  test('is our own, whatever other fetchers have in the home folder', async ({ folder }) => {
    const { choose, cacheDir } = start(folder)
    const other = join(folder, '.cache', 'mongodb-binaries', `mongod-x64-debian-${mongoVersion}`)
    writeProgram(other, brokenMongod)
    const { origin } = await openMirror(packMongod(folder, mongodOf(mongoVersion)))
    expect(await choose({ origin })).toMatchObject({ mongod: join(cacheDir, `mongod-${mongoVersion}`, 'mongod') })
    expect(existsSync(other)).toBe(true)
  })
})

describe('an installed mongod', () => {
  test('of our series is taken, and nothing is fetched', async ({ folder }) => {
    const mongod = writeProgram(join(folder, 'bin', 'mongod'), mongodOf('8.0.25'))
    const { choose } = start(folder, { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` })
    expect(await choose(nowhere)).toEqual({ mongod, version: '8.0.25' })
  })

  test.for([
    ['of another series', mongodOf('7.0.32'), 'is MongoDB 7.0.32, and Utter takes 8.0.21 and newer patches'],
    ['with known holes', mongodOf('8.0.13'), 'is MongoDB 8.0.13, and Utter takes 8.0.21 and newer patches'],
    ['that cannot run', brokenMongod, 'failed: mongod: error while loading shared libraries'],
  ])(
    '%s is passed over in a sentence, and one is fetched',
    async ([, program = '', sentence], { folder, reported }) => {
      const mongod = writeProgram(join(folder, 'bin', 'mongod'), program)
      const PATH = `${join(folder, 'bin')}:/usr/bin:/bin`
      const { choose } = start(folder, { PATH, report: (told) => void reported.push(told) })
      const { origin } = await openMirror(packMongod(folder, mongodOf(mongoVersion)))
      expect(await choose({ origin })).toMatchObject({ version: mongoVersion })
      expect(reported.at(-1)).toContain(`passed over: ${mongod} ${sentence}`)
    },
  )
})

describe('a data folder', () => {
  test('of another series is refused with the way, and left as it is', async ({ folder }) => {
    const { choose, dataDir } = start(folder)
    dataOfMongod(dataDir, '7.0.24')
    await expect(choose(nowhere)).rejects.toThrow(
      /was made by MongoDB 7\.0\.24, and this Utter runs 8\.0: set MONGO_URL .* operator -- backup FILE/,
    )
    expect(readdirSync(dataDir).sort()).toEqual(['mongo', 'mongo-version'])
  })

  test('of a mongod is not opened by anything else', async ({ folder }) => {
    const { choose, dataDir } = start(folder)
    dataOfMongod(dataDir)
    await expect(choose(nowhere)).rejects.toThrow(
      /was made by a mongod, and none was found \(.*127\.0\.0\.1:1.*\): install/,
    )
  })

  test('that a mongod began and never filled stays with no kind', async ({ folder }) => {
    const { choose, dataDir } = start(folder)
    mkdirSync(join(dataDir, 'mongo'))
    expect(await choose(nowhere)).toHaveProperty('because')
  })

  test('of the compatible server stays with it, and is told the way over', async ({ folder }) => {
    const { choose, dataDir } = start(folder, { PATH: '/nowhere' })
    writeProgram(join(dataDir, 'mongo-java', 'data.mv'), '')
    const { origin, asked } = await openMirror(Buffer.alloc(0))
    expect(await choose({ origin })).toEqual({ because: expect.stringMatching(/began with it; .* operator -- backup/) })
    expect(asked).toEqual([])
  })
})
