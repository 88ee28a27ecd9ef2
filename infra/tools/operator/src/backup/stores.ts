import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { kafkaConfig } from '@utter/messaging/config'
import { ConfigError, readConfig } from '@utter/runtime/read-config'
import { audioConfig, oneAudioStore } from '@utter/storage/audio/config'
import type { AudioFiles } from '@utter/storage/audio/files'
import { openAudio } from '@utter/storage/audio/open'
import { openMongo } from '@utter/storage/mongo'
import { mongoAddress } from '@utter/storage/mongo-address'
import { redisAddress } from '@utter/storage/redis/address'
import { createLog } from '@utter/telemetry/log'
import type { mongo } from 'mongoose'
import * as z from 'zod/mini'
import { withDotEnv } from '../data-dir.ts'
import { readTarget } from '../operator.ts'
import { UsageError } from '../usage-sentence.ts'

/** Where a platform keeps what a backup copies: it needs no right to anything else. */
export const CopiedStores = z.object({ MONGO_URL: mongoAddress, ...audioConfig }).check(...oneAudioStore)
export type CopiedAddresses = z.infer<typeof CopiedStores>

/** Where a platform keeps everything. */
export const Stores = z
  .object({ ...CopiedStores.shape, ...kafkaConfig, REDIS_URL: redisAddress })
  .check(...oneAudioStore)
export type StoreAddresses = z.infer<typeof Stores>
export type OpenStores = AsyncDisposable & { client: Pick<mongo.MongoClient, 'db'>; files: AudioFiles }

const log = createLog('operator', 'warn')

/** The stores at the addresses of the environment, or else those of a data folder whose servers run. @throws UsageError when there are none */
export const findStores = (dataDir: string, env: NodeJS.ProcessEnv): Promise<StoreAddresses> =>
  find(Stores, dataDir, env)

/** The same, of the stores that a backup copies. @throws UsageError when there are none */
export const findCopiedStores = (dataDir: string, env: NodeJS.ProcessEnv): Promise<CopiedAddresses> =>
  find(CopiedStores, dataDir, env)

async function find<Schema extends z.ZodMiniObject>(
  schema: Schema,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<z.infer<Schema>> {
  try {
    return readConfig(schema, env.ACCOUNT_URL ? env : await storeAddressesOn(dataDir, env))
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(`${error.message}.`) : error
  }
}

/** The variables of the environment and `.env`, with the addresses and the password of the servers that run on a data folder. */
export async function storeAddressesOn(dataDir: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const { run } = await readTarget(join(dataDir, 'run.json')).catch(() => {
    throw new UsageError('No servers run on this data folder: start them with npm start -- --servers.')
  })
  const env = withDotEnv(environment)
  // run.json has no credentials: those of other servers are in the environment, those of our Redis in the secrets.
  const stores = { ...run.backing, ...(run.audioDir && { AUDIO_DIR: run.audioDir }), ...env }
  if (env.REDIS_URL) return stores
  const redis = new URL(run.backing.REDIS_URL ?? '')
  redis.password = await redisPassword(run.secretsFile)
  return { ...stores, REDIS_URL: redis.href }
}

const Secrets = z.object({ REDIS_PASSWORD: z.string() })
const redisPassword = async (file: string): Promise<string> =>
  Secrets.parse(JSON.parse(await readFile(file, 'utf8'))).REDIS_PASSWORD

export async function openStores(addresses: CopiedAddresses): Promise<OpenStores> {
  const mongo = await openMongo(addresses.MONGO_URL, 'account', log, { socketTimeoutMs: 0 })
  const audio = await openAudio(addresses, log)
  return {
    client: mongo.connection.getClient() as unknown as mongo.MongoClient,
    files: audio.files,
    async [Symbol.asyncDispose]() {
      audio.close()
      await mongo.close()
    },
  }
}
