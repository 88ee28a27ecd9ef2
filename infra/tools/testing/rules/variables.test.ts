import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { allParts, environmentOf, variablesOf } from '@utter/local/processes/processes'
import { makeSecrets } from '@utter/local/secrets'
import { repoDir, type Settings } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The rows of infra/README.md's tables: `| variables | who reads them | … |`. */
const rows = [
  ...readFileSync(join(repoDir, 'infra/README.md'), 'utf8').matchAll(/^\| (`[A-Z][A-Z_, `]*`) \| ([^|]+) \|/gm),
].map(([, variables = '', readers = '']) => ({
  variables: [...variables.matchAll(/[A-Z][A-Z_]+/g)].map(([name]) => name),
  readers: readers.split(', ').flatMap(processesOf),
}))

function processesOf(readers: string): string[] {
  const [group, except] = readers.trim().split(' but ')
  const named =
    group === 'every process' ? Object.keys(allParts) : group === 'every service' ? [...services] : [group ?? '']
  return named.filter((name) => name !== except)
}

const toldOf = (name: string) =>
  [...new Set(rows.filter(({ readers }) => readers.includes(name)).flatMap(({ variables }) => variables))].sort()

describe.each(Object.keys(allParts))('%s', (name) => {
  test('infra/README.md has a row for each variable of its Config, and names it as a reader of no other', () => {
    expect(toldOf(name)).toEqual(variablesOf(name).sort())
  })
})

test('infra/README.md has a row for each variable that a tool reads', () => {
  const ofTheSystem = new Set(['PATH', 'HOME', 'CI', 'NODE_ENV', 'NO_COLOR', 'VITEST_POOL_ID'])
  const read = sourceFiles()
    .filter(({ path }) => /^infra\/(?!tools\/bench\/src\/programs\/)/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\benv\.([A-Z][A-Z0-9_]+)/g)].map(([, variable = '']) => ({ path, variable })),
    )
  const documented = new Set(rows.flatMap(({ variables }) => variables))
  expect(read.filter(({ variable }) => !documented.has(variable) && !ofTheSystem.has(variable))).toEqual([])
})

/** The environment of a process by `npm start`, on a machine that sets this alone. */
function startEnvironmentOf(name: string, env: Record<string, string> = {}): Record<string, string> {
  const endpoints = Object.fromEntries(Object.keys(allParts).map((part) => [part, { port: 1, privatePort: 2 }]))
  const settings: Settings = { env, dataDir: 'data', cacheDir: 'cache', port: 1, publicUrl: 'http://localhost' }
  const backing = { KAFKA_BROKERS: 'k:9092', MONGO_URL: 'mongodb://m', REDIS_URL: 'redis://r' }
  const models = { voiceDir: 'v', kokoroDir: 'k', picoDir: 'p', fliteDir: 'f', chatModelPath: 'c' }
  return environmentOf(name, { settings, backing, secrets: makeSecrets(), endpoints, models })
}

test.each(Object.keys(allParts))(
  '.env.example has each variable of %s that npm start does not set by itself',
  (name) => {
    const example = readFileSync(join(repoDir, '.env.example'), 'utf8')
    const offered = [...example.matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(([, variable = '']) => variable)
    const known = new Set([...offered, ...Object.keys(startEnvironmentOf(name))])
    expect(variablesOf(name).filter((variable) => !known.has(variable))).toEqual([])
  },
)

describe.each(Object.keys(allParts).filter((name) => variablesOf(name).includes('WEBHOOK_ALLOW_PRIVATE')))(
  '%s, which takes webhooks',
  (name) => {
    const faultsOf = (env: Record<string, string>) =>
      allParts[name]?.Config.safeParse(startEnvironmentOf(name, env)).error?.issues.map(({ message }) => message)
    test.each([
      [{ NODE_ENV: 'production' }, undefined],
      [{ NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'false' }, undefined],
      [{ NODE_ENV: 'development', WEBHOOK_ALLOW_PRIVATE: 'true' }, undefined],
      [{ WEBHOOK_ALLOW_PRIVATE: 'yes' }, ['must be true or false']],
      [{ NODE_ENV: 'production', WEBHOOK_ALLOW_PLAIN: 'true' }, undefined],
      [
        { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' },
        ['must not be true in production: anybody could have us ask what only we can reach'],
      ],
    ])('lets them lead inside as %j allows: %j', (env, faults) => {
      expect(faultsOf(env)).toEqual(faults)
    })
  },
)
