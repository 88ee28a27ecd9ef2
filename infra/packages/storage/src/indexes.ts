import { ConfigError } from '@utter/runtime/read-config'
import type { Connection, Model, mongo } from 'mongoose'

/**
 * `build`: what is missing is built when a store is opened, as on one machine. `require`: only an empty collection's indexes are
 * built, and a store whose collection has documents but not its indexes is not opened. Building takes as long as the collection
 * is large; processes that start by it would be restarted as long. In production it is a step of the deployment (`build-indexes.ts`).
 */
export type IndexPolicy = 'build' | 'require'

const policies = new WeakMap<Connection, IndexPolicy>()
export const setIndexPolicy = (connection: Connection, policy: IndexPolicy): void =>
  void policies.set(connection, policy)

/** In production an index is built by the deployment, never by a start. */
export const indexPolicyOf = ({ NODE_ENV }: { NODE_ENV: string }): IndexPolicy =>
  NODE_ENV === 'production' ? 'require' : 'build'

/** The fault of a store that is opened before its indexes are built. */
export class MissingIndexes extends ConfigError {}

type Fields = Record<string, unknown>
/** The fields and options by which two indexes of one name are the same. */
export type IndexDefinition = {
  name: string
  key: Fields
  unique?: true
  sparse?: true
  partialFilterExpression?: Fields
}

/** @throws MissingIndexes where they are required, and ConfigError for those that are there with another definition: both name them */
export async function ensureIndexes<Document>(model: Model<Document>): Promise<void> {
  await model.createCollection()
  const { name: collection } = model.collection
  const present = await presentIndexes(model)
  const described = model.schema.indexes().map(([key, options]) => ({ ...options, key }))
  const wanted = described.map(definitionOf)
  // With the lifetime of its documents, which is compared nowhere: the server in MongoDB's place keeps none.
  const missing = described.flatMap(({ expireAfterSeconds, ...one }) => {
    const definition = definitionOf(one)
    return present.has(definition.name)
      ? []
      : { ...definition, ...(expireAfterSeconds !== undefined && { expireAfterSeconds }) }
  })
  const changed = wanted.filter((one) => present.has(one.name) && !isSame(one, present.get(one.name)))
  if (changed.length > 0)
    throw new ConfigError(
      `The collection ${collection} has the indexes ${namesOf(changed)} with other fields or options: drop them first, or give what changed a name of its own`,
    )
  if (missing.length === 0) return
  if (policies.get(model.db) === 'require' && (await model.collection.findOne({}, { projection: { _id: 1 } })))
    throw new MissingIndexes(
      `The collection ${collection} lacks the indexes ${namesOf(missing)}: run the service's build-indexes.ts first`,
    )
  // In one command, which reads the collection once for all of them.
  await model.collection.createIndexes(missing as mongo.IndexDescription[], await quorum(model.db))
}

/** A set would otherwise wait for every member, and a build for one that is down. A server by itself knows no quorum. */
async function quorum({ db }: Connection): Promise<{ commitQuorum?: 'majority' }> {
  const { setName, msg } = (await db?.command({ isMaster: 1 })) ?? {}
  return setName || msg === 'isdbgrid' ? { commitQuorum: 'majority' } : {}
}

/** The indexes that answer queries: MongoDB lists one that is being built with a `buildUUID`. */
async function presentIndexes<Document>({
  db: { db },
  collection,
}: Model<Document>): Promise<Map<string, IndexDefinition>> {
  const listed = await db?.command({ listIndexes: collection.name, includeBuildUUIDs: true })
  const built = ((listed?.cursor.firstBatch ?? []) as Fields[]).filter((one) => !('buildUUID' in one))
  return new Map(built.map((one) => definitionOf(one as { key: Fields })).map((one) => [one.name, one]))
}

type Described = { key: Fields } & { [Option in Exclude<keyof IndexDefinition, 'key'>]?: unknown }

/** The definition of an index as a schema or a server describes it, with all else left out. */
export function definitionOf({ key, name, unique, sparse, partialFilterExpression }: Described): IndexDefinition {
  return {
    name: (name as string | undefined) ?? nameOf(key),
    key,
    ...(unique === true && { unique }),
    ...(sparse === true && { sparse }),
    ...(partialFilterExpression !== undefined && { partialFilterExpression: partialFilterExpression as Fields }),
  }
}

/** With the order of the fields, on which an index depends. */
const isSame = (one: IndexDefinition, other: IndexDefinition | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)
const namesOf = (indexes: IndexDefinition[]) => indexes.map(({ name }) => name).join(', ')

/** As the driver names an index that has no name of its own. */
const nameOf = (key: Fields): string =>
  Object.entries(key)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_')
