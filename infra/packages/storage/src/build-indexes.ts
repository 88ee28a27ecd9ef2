import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isTransient } from '@utter/runtime/is-transient'
import { readConfig } from '@utter/runtime/read-config'
import { createLog, type Log } from '@utter/telemetry/log'
import type { Connection } from 'mongoose'
import * as z from 'zod/mini'
import { MissingIndexes } from './indexes.ts'
import { openMongo } from './mongo.ts'
import { mongoAddress } from './mongo-address.ts'

const Config = z.object({ MONGO_URL: mongoAddress })

type OpenStore = (connection: Connection) => Promise<unknown>

/**
 * A step of a deployment, before the first process of the new version starts: it builds the indexes that a service's stores need,
 * however long that takes. A second run changes nothing. An index that is no longer needed stays until it is dropped by hand.
 * With the argument `--wait` it builds none of a collection that has documents, and ends once another run has built them.
 * @param open the stores, as the service opens them
 */
export async function buildIndexes(service: string, open: OpenStore[]): Promise<void> {
  const log = createLog(`${service}-indexes`, 'info')
  try {
    const { wait } = parseArgs({ options: { wait: { type: 'boolean', default: false } } }).values
    const { MONGO_URL } = readConfig(Config)
    if (wait) await whenBuilt(MONGO_URL, service, open, log)
    else await openAll(MONGO_URL, service, open, log, 'build')
    log.info('the indexes are built')
  } catch (error) {
    log.fatal({ err: error }, 'the indexes could not be built')
    process.exitCode = 1
  }
}

async function openAll(url: string, service: string, open: OpenStore[], log: Log, indexes: 'build' | 'require') {
  const mongo = await openMongo(url, service, log, { indexes, socketTimeoutMs: 0 })
  await Promise.all(open.map((openStore) => openStore(mongo.connection))).finally(mongo.close)
}

/** Waits for the indexes of others. @throws for what time does not mend, such as an index of another definition */
export async function whenBuilt(
  url: string,
  service: string,
  open: OpenStore[],
  log: Log,
  pauseMs = 2_000,
): Promise<void> {
  let isLogged = false
  for (;;) {
    try {
      return await openAll(url, service, open, log, 'require')
    } catch (error) {
      if (!(error instanceof MissingIndexes) && !isTransient(error)) throw error
      if (!isLogged) log.warn({ err: error }, 'waiting for the indexes')
      isLogged = true
      await pause(pauseMs)
    }
  }
}
