import { type Service, services } from '@utter/contracts/flow'
import { definitionOf } from '@utter/storage/indexes'
import type { mongo } from 'mongoose'
import { type Check, type Finding, failed, few, ok, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { wantedIndexes } from '../wanted-indexes.ts'
import { helloOf } from './hello.ts'

type Described = { key: Record<string, unknown> } & Record<string, unknown>
const namespaceNotFound = 26

export const indexChecks: Check[] = services.map((service) => ({
  name: `mongodb: indexes of ${service}`,
  examine: (examined) => examineIndexes(service, examined),
}))

async function examineIndexes(service: Service, { stores, settings, dataDir }: Examined): Promise<Finding> {
  const client = await stores.use('MongoDB')
  const db = client.db(service)
  const isCompared = (await helloOf(client)).isStandIn ? comparedByStart : comparedHere
  const compared = await Promise.all(
    Object.entries(wantedIndexes[service] ?? {}).map(async ([collection, wanted]) =>
      compare(collection, wanted, await listed(db, collection), isCompared),
    ),
  )
  const all = (kind: 'missing' | 'changed' | 'building') => compared.flatMap((one) => one[kind])
  const [missing, changed, building] = [all('missing'), all('changed'), all('building')]
  const build = buildCommand(service, settings.MONGO_URL ?? '', dataDir)
  const [first] = changed
  if (first) {
    const drop = `db.getSiblingDB("${service}").getCollection("${first.collection}").dropIndex("${first.index}")`
    return failed(
      `with other fields or options: ${few(changed.map(nameOf))}`,
      `mongosh "$MONGO_URL" --eval '${drop}', then ${build}`,
    )
  }
  if (missing.length > 0) return failed(`missing: ${few(missing.map(nameOf))}`, build)
  if (building.length > 0)
    return warning(`being built: ${few(building.map(nameOf))}`, 'wait until it is built, and run the doctor again')
  return ok(`${compared.reduce((sum, one) => sum + one.count, 0)} are there, with their options`)
}

type Place = { collection: string; index: string }
const nameOf = ({ collection, index }: Place) => `${collection}.${index}`

type Text = (one: Described) => string

function compare(collection: string, wanted: readonly Described[], present: Described[], textOf: Text) {
  const built = new Map(present.filter((one) => !('buildUUID' in one)).map((one) => [definitionOf(one).name, one]))
  const begun = new Set(present.filter((one) => 'buildUUID' in one).map((one) => definitionOf(one).name))
  const places = (is: (one: Described, name: string) => boolean): Place[] =>
    wanted.flatMap((one) => {
      const index = definitionOf(one).name
      return is(one, index) ? [{ collection, index }] : []
    })
  return {
    count: wanted.length,
    missing: places((_, name) => !built.has(name) && !begun.has(name)),
    building: places((_, name) => begun.has(name)),
    changed: places((one, name) => built.has(name) && textOf(one) !== textOf(built.get(name) ?? one)),
  }
}

/** All that the server in MongoDB's place keeps of an index. */
const comparedByStart: Text = (one) => JSON.stringify(definitionOf(one))
/** More than a start compares: an index that is hidden or deletes documents is another one, though it has the same fields. */
const comparedHere: Text = (one) => {
  const { expireAfterSeconds, collation, hidden } = one
  return JSON.stringify([definitionOf(one), expireAfterSeconds ?? null, collation ?? null, hidden === true])
}

async function listed(db: mongo.Db, collection: string): Promise<Described[]> {
  try {
    const { cursor } = await db.command({ listIndexes: collection, includeBuildUUIDs: true })
    return cursor.firstBatch as Described[]
  } catch (error) {
    if ((error as { code?: number }).code === namespaceNotFound) return []
    throw error
  }
}

/** It builds what is missing, and changes nothing else. An address with credentials is for no screen. */
const buildCommand = (service: string, url: string, dataDir: string | undefined): string =>
  dataDir === undefined
    ? `docker compose run --rm ${service} node src/build-indexes.ts, or the Job of k8s/components/prepare`
    : `MONGO_URL='${url.includes('@') ? '…' : url}' node infra/tools/local/bootstrap.mjs services/${service}/src/build-indexes.ts`
