import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { isTaken, mongoVersion } from '@utter/local/backing/mongo-version'
import { composeEnv } from '@utter/local/compose-env-text'
import { makeSecrets } from '@utter/local/secrets'
import { repoDir } from '@utter/local/settings'
import { expect, test } from 'vitest'
import { readCompose } from './compose-file.ts'

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

test('the overlays for several machines take the images of the version that is checked out, which the changelog tells of', () => {
  const { version } = JSON.parse(readFileSync(join(repoDir, 'package.json'), 'utf8')) as { version: string }
  const overlays = execFileSync('git', ['ls-files', 'k8s/overlays'], { cwd: repoDir, encoding: 'utf8' })
    .trim()
    .split('\n')
  const tags = overlays.flatMap((path) =>
    [...readFileSync(join(repoDir, path), 'utf8').matchAll(/newTag: (\d[\w.+-]*)/g)].map(
      ([, tag]) => `${path}: ${tag}`,
    ),
  )
  expect(tags.length).toBeGreaterThan(8)
  expect(tags.filter((one) => !one.endsWith(`: ${version}`))).toEqual([])
  expect(readFileSync(join(repoDir, 'CHANGELOG.md'), 'utf8')).toMatch(new RegExp(`^## ${version} \\(`, 'm'))
})

test('a release builds every image that Compose has, from the same part of the Dockerfile, for both kinds of processor', () => {
  const { group, target } = JSON.parse(readFileSync(join(repoDir, 'infra/docker/docker-bake.json'), 'utf8')) as {
    group: { default: { targets: string[] } }
    target: Record<
      string,
      {
        target?: string
        tags?: string[]
        matrix?: { name: string[] }
        args?: { FOLDER?: string }
        platforms?: string[]
      }
    >
  }
  expect(target.image?.platforms).toEqual(['linux/amd64', 'linux/arm64'])
  const baked = group.default.targets.flatMap((one) => {
    const { tags = [], args, matrix = { name: [one] }, target: stage } = target[one] ?? {}
    const fill = (text = '', name = '') =>
      text.replaceAll(/\$\{(name|REGISTRY|VERSION)\}/g, (_, word) => (word === 'name' ? name : word))
    return matrix.name.map((name) => [fill(tags[0], name), stage, fill(args?.FOLDER, name)].join(' '))
  })
  const composed = Object.values(readCompose(parseEnv(composeEnv(makeSecrets())) as Record<string, string>)).flatMap(
    ({ image, build }) =>
      build
        ? [
            [
              image.replace('utter/', 'REGISTRY/').replace(':dev', ':VERSION'),
              build.target,
              build.args?.FOLDER ?? '',
            ].join(' '),
          ]
        : [],
  )
  expect(baked.sort()).toEqual(composed.sort())
})
