import { ConfigError } from '@utter/runtime/read-config'
import type { Connection, Model } from 'mongoose'

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

/** @throws ConfigError naming the missing indexes, where they are required */
export async function ensureIndexes<Document>(model: Model<Document>): Promise<void> {
  await model.createCollection()
  const missing = await missingIndexes(model)
  if (missing.length === 0) return
  if (policies.get(model.db) === 'require' && (await model.collection.findOne({}, { projection: { _id: 1 } })))
    throw new ConfigError(
      `The collection ${model.collection.name} lacks the indexes ${missing.join(', ')}: run the service's build-indexes.ts first`,
    )
  await model.createIndexes()
}

async function missingIndexes<Document>(model: Model<Document>): Promise<string[]> {
  const present = new Set((await model.collection.indexes()).map(({ name }) => name))
  return model.schema.indexes().flatMap(([fields, options]) => {
    const name = options.name ?? nameOf(fields)
    return present.has(name) ? [] : [name]
  })
}

/** As the driver names an index that has no name of its own. */
const nameOf = (fields: object): string =>
  Object.entries(fields)
    .map(([field, direction]) => `${field}_${direction}`)
    .join('_')
