import { existsSync } from 'node:fs'
import { readKafka } from '@utter/messaging/cluster/cluster'
import { type KafkaInspection, openKafkaInspection } from '@utter/messaging/inspection'
import { readConfig } from '@utter/runtime/read-config'
import { AudioConfig } from '@utter/storage/audio/config'
import type { AudioStore } from '@utter/storage/audio/files'
import { openAudio } from '@utter/storage/audio/open'
import { openMongo } from '@utter/storage/mongo'
import { openRedis, type RedisClient } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import type { mongo } from 'mongoose'
import { NotExamined } from './not-examined.ts'
import type { ExaminedSettings } from './settings.ts'

export type Store = 'MongoDB' | 'Kafka' | 'Redis' | 'audio'
type Opened = { MongoDB: mongo.MongoClient; Kafka: KafkaInspection; Redis: RedisClient; audio: AudioStore }
export type ExaminedStores = ReturnType<typeof openStoresOf>

const log = createLog('doctor', 'silent')
/** Milliseconds until a store is taken for unavailable: less than a check has, so that all but one of its rows are skipped. */
const openLimitMs = 6_000

/** The stores at these addresses, each opened when it is first asked for. */
export function openStoresOf(settings: ExaminedSettings) {
  const opened: { [Name in Store]?: Promise<Opened[Name]> } = {}
  const closing = new AsyncDisposableStack()
  const openers: { [Name in Store]: () => Promise<Opened[Name]> } = {
    MongoDB: async () => {
      const opened = await openMongo(given(settings, 'MONGO_URL'), 'account', log, { startLimitMs: 4_000 })
      closing.defer(opened.close)
      return opened.connection.getClient() as unknown as mongo.MongoClient
    },
    Kafka: async () => {
      const opened = await openKafkaInspection(
        readKafka({ ...settings, KAFKA_BROKERS: given(settings, 'KAFKA_BROKERS') } as NodeJS.ProcessEnv),
      )
      closing.defer(opened.close)
      return opened
    },
    Redis: async () => {
      const redis = openRedis(given(settings, 'REDIS_URL'), log)
      closing.defer(() => redis.disconnect())
      await new Promise<void>((resolve, reject) => {
        redis.once('ready', () => resolve())
        redis.once('error', reject)
      })
      return redis
    },
    audio: async () => {
      const { AUDIO_DIR, AUDIO_BUCKET } = settings
      if (!AUDIO_DIR && !AUDIO_BUCKET) throw new NotExamined('neither AUDIO_DIR nor AUDIO_BUCKET is set here')
      // A folder that is not there would be made.
      if (AUDIO_DIR && !existsSync(AUDIO_DIR)) throw new Error(`there is no folder ${AUDIO_DIR}`)
      const store = await openAudio(readConfig(AudioConfig, settings as NodeJS.ProcessEnv), log)
      closing.defer(() => store.close())
      return store
    },
  }
  const open = <Name extends Store>(name: Name): Promise<Opened[Name]> => {
    const made = (opened[name] as Promise<Opened[Name]> | undefined) ?? limited(openers[name])
    opened[name] = made as never
    return made
  }
  return {
    /** @throws the reason why it is unavailable: for the row that tells it */
    open,
    /** @throws NotExamined when it is unavailable: for all other rows */
    async use<Name extends Store>(name: Name): Promise<Opened[Name]> {
      return open(name).catch((error) => {
        throw error instanceof NotExamined ? error : new NotExamined(`${name} is unavailable`)
      })
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}

function given(settings: ExaminedSettings, name: 'MONGO_URL' | 'KAFKA_BROKERS' | 'REDIS_URL'): string {
  const value = settings[name]
  if (!value) throw new NotExamined(`${name} is not set here`)
  return value
}

function limited<T>(open: () => Promise<T>): Promise<T> {
  const made = open()
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer within ${openLimitMs / 1_000} s`)), openLimitMs).unref()
  })
  const first = Promise.race([made, late])
  // Each row that asks has its own share of it; a row that has given up needs none.
  first.catch(() => {})
  return first
}
