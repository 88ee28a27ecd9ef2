import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { repoDir } from '@utter/local/settings'
import { consumerGroups } from '@utter/operator/doctor/consumer-groups'
import type { Connection, Schema } from 'mongoose'
import { expect, test, vi } from 'vitest'
import { resolveImport, sourceFiles } from './source-files.ts'

type Open = (connection: Connection) => Promise<unknown>

const stores = vi.hoisted(() => new Map<string, Open[]>())
// A step of a deployment, which would open the database: here it says which stores there are.
vi.mock('@utter/storage/build-indexes', () => ({
  buildIndexes: async (service: string, open: Open[]) => void stores.set(service, open),
}))

/** A database in which every index is there: a store that is opened on it declares its schema, and finds nothing to do. */
function recordingConnection() {
  const indexes: Record<string, unknown[]> = {}
  const connection = {
    db: {
      command: async ({ listIndexes }: { listIndexes: string }) => ({ cursor: { firstBatch: indexes[listIndexes] } }),
    },
    model(name: string, schema: Schema) {
      indexes[name] = schema.indexes().map(([key, { background: _, ...options }]) => ({ key, ...options }))
      const methods = new Proxy({}, { get: () => async () => undefined })
      const collection = new Proxy(
        { name },
        { get: (own, key) => (key === 'name' ? own.name : Reflect.get(methods, key)) },
      )
      return { schema, collection, db: connection, createCollection: async () => {} }
    },
  }
  return { connection: connection as unknown as Connection, indexes }
}

/** The indexes of every collection of a service, as its stores declare them. */
async function declaredIndexes(service: string): Promise<Record<string, unknown[]>> {
  await import(join(repoDir, `services/${service}/src/build-indexes.ts`))
  const { connection, indexes } = recordingConnection()
  for (const open of stores.get(service) ?? []) await open(connection)
  return indexes
}

test('the doctor looks for the indexes that the stores declare', async () => {
  const found = await Promise.all(services.map(async (service) => [service, await declaredIndexes(service)] as const))
  for (const [service, collections] of found) expect([service, Object.keys(collections)]).not.toEqual([service, []])
  // `npm run rules -- --update` writes it anew.
  await expect(`${JSON.stringify(Object.fromEntries(found), null, 2)}\n`).toMatchFileSnapshot(
    join(repoDir, 'infra/tools/operator/src/doctor/wanted-indexes.json'),
  )
})

test.each(services)('the indexes of every store of %s are built before a version starts', (service) => {
  const step = readFileSync(join(repoDir, `services/${service}/src/build-indexes.ts`), 'utf8')
  const own = sourceFiles().filter(({ path }) => path.startsWith(`services/${service}/src/`))
  const withIndexes = own.filter(({ text }) => text.includes('schema.index('))
  expect(withIndexes.length).toBeGreaterThan(0)
  const isOpened = (path: string) => step.includes(`'${path.replace(`services/${service}/src/`, './')}'`)
  // Or by a store that is opened, which has its schema or itself from it.
  const isOpenedBy = (path: string) =>
    own.some((file) => isOpened(file.path) && file.imports.some((one) => resolveImport(file, one) === path))
  expect(withIndexes.map(({ path }) => path).filter((path) => !isOpened(path) && !isOpenedBy(path))).toEqual([])
})

test.each(services)('the doctor looks for the groups in which %s consumes', (service) => {
  const file = join(repoDir, `services/${service}/src/main.ts`)
  expect(existsSync(file)).toBe(true)
  const named = readFileSync(file, 'utf8').matchAll(new RegExp(`(?:group|'[\\w-]+'): '(${service}[\\w-]*)'`, 'g'))
  expect([...new Set([service, ...[...named].map(([, group = '']) => group)])].sort()).toEqual(
    consumerGroups[service].toSorted(),
  )
})
