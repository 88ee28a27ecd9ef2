import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isTaken, mongoVersion } from '@utter/local/backing/mongo-version'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'

const manifests = execFileSync('git', ['ls-files', 'package.json', '*/package.json'], {
  cwd: repoDir,
  encoding: 'utf8',
})
  .trim()
  .split('\n')

test('every package names one version of each library', () => {
  expect(manifests.length).toBeGreaterThan(15)
  const floating = manifests.flatMap((path) => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(repoDir, path), 'utf8')) as {
      dependencies?: Record<string, string>
      devDependencies?: Record<string, string>
    }
    return Object.entries({ ...dependencies, ...devDependencies })
      .filter(([name, version]) => !name.startsWith('@utter/') && !/^\d+\.\d+\.\d+/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`)
  })
  expect(floating).toEqual([])
})

/** The files that name the version of a store, of which a person who mends a hole in it may forget one. */
const storeFiles = [
  'docker-compose.yml',
  ...['mongo', 'redis', 'kafka'].flatMap((store) =>
    ['stores', 'local-stores'].map((component) => `k8s/components/${component}/${store}.yaml`),
  ),
  'infra/tools/testing/src/setup/containers.ts',
]
/** A store's version as an image's tag, or as its operator is told. */
const versionsOf = (store: string): string[] =>
  storeFiles.flatMap((path) => {
    const text = readFileSync(join(repoDir, path), 'utf8')
    const images = text.matchAll(new RegExp(`\\b${store}:(\\d+\\.[\\d.]+)`, 'g'))
    const told = path.endsWith(`stores/${store}.yaml`) ? text.matchAll(/^ +version: (\d[\d.]*)$/gm) : []
    return [...images, ...told].map(([, version = '']) => version)
  })

test.each(['mongo', 'redis', 'kafka'])('every place has the same version of %s, to its patch', (store) => {
  const versions = versionsOf(store)
  expect(versions.length).toBeGreaterThan(3)
  expect(new Set(versions).size, versions.join(' ')).toBe(1)
  expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/)
})

test('one machine and tests have the same MongoDB, without known holes, and the sums are of its archives', () => {
  expect(new Set(versionsOf('mongo'))).toEqual(new Set([mongoVersion]))
  expect(isTaken(mongoVersion)).toBe(true)
  const sums = readFileSync(join(repoDir, 'infra/tools/local/src/backing/mongod.sha256'), 'utf8').trim().split('\n')
  for (const line of sums) expect(line).toMatch(new RegExp(`^[0-9a-f]{64}  mongodb-.*-${mongoVersion}\\.tgz$`))
})

test('one machine has the Kafka of the clusters, and the sums are of its jars', () => {
  const sums = readFileSync(join(repoDir, 'infra/tools/local/java/kafka.sha256'), 'utf8')
  const names = [...sums.matchAll(/ {2}kafka[\w.-]*?-(\d+\.\d+\.\d+)\.jar$/gm)].map(([, version = '']) => version)
  expect(names.length).toBeGreaterThan(10)
  expect(new Set(names)).toEqual(new Set(versionsOf('kafka')))
})
