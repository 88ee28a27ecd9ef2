import { join } from 'node:path'
import { describe, expect, inject } from 'vitest'
import '@utter/testing/setup/provided'
import { findMongo } from '../src/backing/mongo.ts'
import { mongoVersion } from '../src/backing/mongo-version.ts'
import { archiveFor } from '../src/backing/mongod-archive.ts'
import { mongodOf, writeProgram } from './support/mongod-mirror.ts'
import { test } from './support/temporary.ts'

describe('the start says which database runs', () => {
  test('a mongod, which is a replica set of one', async ({ folder, reported }) => {
    const mongod = writeProgram(join(folder, 'bin', 'mongod'), mongodOf('8.0.25'))
    const env = { PATH: `${join(folder, 'bin')}:/usr/bin:/bin` }
    const report = (sentence: string) => void reported.push(sentence)
    const { url, spec } = await findMongo({ dataDir: folder, cacheDir: folder, env, report, ephemeral: false })
    const [, port] = /^mongodb:\/\/127\.0\.0\.1:(\d+)\/\?replicaSet=utter$/.exec(url) ?? []
    expect(spec?.command.join(' ')).toMatch(
      new RegExp(
        `^${mongod} --dbpath ${join(folder, 'mongo')} --replSet utter --port ${port} --bind_ip 127\\.0\\.0\\.1 `,
      ),
    )
    expect(reported).toEqual([`Database: MongoDB 8.0.25 (${mongod}), a replica set of one.`])
  })

  test('or the one at MONGO_URL, without the address', async ({ folder, reported }) => {
    const env = { MONGO_URL: inject('backing').MONGO_URL }
    const report = (sentence: string) => void reported.push(sentence)
    const { url, spec } = await findMongo({ dataDir: folder, cacheDir: folder, env, report, ephemeral: false })
    expect([url, spec]).toEqual([env.MONGO_URL, undefined])
    expect(reported).toEqual(['Database: the MongoDB at MONGO_URL.'])
  })
})

test.for([
  ['linux', 'x64', '2.41', `linux/mongodb-linux-x86_64-ubuntu2404-${mongoVersion}.tgz`],
  ['linux', 'arm64', '2.36', `linux/mongodb-linux-aarch64-ubuntu2204-${mongoVersion}.tgz`],
  ['linux', 'x64', '2.34', `linux/mongodb-linux-x86_64-rhel90-${mongoVersion}.tgz`],
  ['linux', 'x64', '2.28', `linux/mongodb-linux-x86_64-rhel8-${mongoVersion}.tgz`],
  ['linux', 'x64', '2.27', undefined],
  ['linux', 'x64', undefined, undefined],
  ['linux', 'riscv64', '2.41', undefined],
  ['darwin', 'arm64', undefined, `osx/mongodb-macos-arm64-${mongoVersion}.tgz`],
  ['win32', 'x64', undefined, undefined],
] as const)('the archive for %s on %s with the C library %s', ([platform, arch, glibc, archive]) => {
  expect(archiveFor({ platform, arch, glibc })).toBe(archive)
})
