import { readConfig } from '@utter/runtime/read-config'
import { createLog } from '@utter/telemetry/log'
import type { Connection } from 'mongoose'
import * as z from 'zod/mini'
import { openMongo } from './mongo.ts'
import { mongoAddress } from './mongo-address.ts'

const Config = z.object({ MONGO_URL: mongoAddress })

/**
 * A step of a deployment, before the first process of the new version starts: it builds the indexes that a service's stores need,
 * however long that takes. A second run changes nothing. An index that is no longer needed stays until it is dropped by hand.
 * @param open the stores, as the service opens them
 */
export async function buildIndexes(
  service: string,
  open: ((connection: Connection) => Promise<unknown>)[],
): Promise<void> {
  const log = createLog(`${service}-indexes`, 'info')
  try {
    const { MONGO_URL } = readConfig(Config)
    const mongo = await openMongo(MONGO_URL, service, log, { indexes: 'build', socketTimeoutMs: 0 })
    await Promise.all(open.map((openStore) => openStore(mongo.connection))).finally(mongo.close)
    log.info('the indexes are built')
  } catch (error) {
    log.fatal({ err: error }, 'the indexes could not be built')
    process.exitCode = 1
  }
}
