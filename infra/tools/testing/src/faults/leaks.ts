import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deadTopic } from '@utter/contracts/event'
import { services } from '@utter/contracts/flow'
import { openRedis, whenReady } from '@utter/storage/redis/open'
import { createLog } from '@utter/telemetry/log'
import mongoose from 'mongoose'
import { processesOf, testTarget } from '../setup/operator.ts'
import { ownPlatform } from '../setup/provided.ts'
import { allTopics, type Messages } from './messages.ts'

/** Texts by the place where they were found: a file of a log, an answer, a collection. */
export type Places = Record<string, string>

/** Every secret that occurs somewhere, in one of the forms in which programs write such: `name in place`. */
export function leaksIn(secrets: Record<string, string>, places: Places): string[] {
  return Object.entries(secrets).flatMap(([name, value]) => {
    const bytes = Buffer.from(value)
    const forms = new Set([
      ...[value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)],
      ...[bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')],
    ])
    return Object.entries(places)
      .filter(([, text]) => [...forms].some((form) => text.includes(form)))
      .map(([place]) => `${name} in ${place}`)
  })
}

/** All that every process of the platform under test has logged until now, and what its metrics are. */
export async function logsAndMetrics(): Promise<Places> {
  const folder = join(ownPlatform().dataDir, 'logs')
  const logs = (await readdir(folder)).map(async (name) => [`log ${name}`, await readFile(join(folder, name), 'utf8')])
  const metrics = Object.entries(await processesOf())
    .filter(([, { privateUrl }]) => privateUrl)
    .map(async ([name, { privateUrl }]) => [`metrics of ${name}`, await (await fetch(`${privateUrl}/metrics`)).text()])
  return Object.fromEntries(await Promise.all([...logs, ...metrics]))
}

/** All messages of every topic and its dead letters, with keys and headers. */
export async function topicsOf({ raw }: Messages): Promise<Places> {
  const places: Places = {}
  for (const topic of allTopics.flatMap((one) => [one, deadTopic(one)])) {
    const messages = await raw.read(topic)
    places[`topic ${topic}`] = messages
      .map(({ key, value, headers }) => [key, value, JSON.stringify(headers)].join(' '))
      .join('\n')
  }
  return places
}

/** Every document of each service's database, and all that Redis holds. @param password of that Redis */
export async function storesOf(password: string): Promise<Places> {
  const { MONGO_URL = '', REDIS_URL = '' } = (await testTarget()).run.backing
  const places: Places = {}
  for (const dbName of services) {
    const connection = await mongoose.createConnection(MONGO_URL, { dbName, autoCreate: false }).asPromise()
    for (const { collectionName } of (await connection.db?.collections()) ?? []) {
      const documents = await connection.collection(collectionName).find().toArray()
      places[`collection ${dbName}.${collectionName}`] = JSON.stringify(documents)
    }
    await connection.close()
  }
  const redis = openRedis(REDIS_URL.replace('//', `//:${password}@`), createLog('tests', 'warn'))
  await whenReady(redis)
  const keys = await redis.keys('*')
  const values = await Promise.all(
    keys.map(async (key) => ((await redis.type(key)) === 'string' ? redis.get(key) : '')),
  )
  places.redis = [...keys, ...values].join('\n')
  redis.disconnect()
  return places
}
