import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { mongoAddress } from '@utter/storage/mongo-address'
import { freePort } from '../free-port.ts'
import type { Command } from '../supervision/process-group.ts'
import { mongoAnswers } from './answers.ts'
import { chooseMongo, placesIn } from './choose-mongo.ts'
import { javaMongo } from './mongo-java.ts'
import { mongoSeries } from './mongo-version.ts'
import { isPrimaryAt, setName } from './replica-set.ts'
import { checkAddress, externalServer, plainEnv, type Server, type StartContext } from './server.ts'

const readyTimeoutMs = 60_000

/** MONGO_URL, else the MongoDB of this machine, which is a replica set of one as in production; else the server that takes its place. */
export async function findMongo(context: StartContext): Promise<Server> {
  const { dataDir, env, ephemeral, report } = context
  if (env.MONGO_URL) {
    checkAddress('MONGO_URL', mongoAddress, env.MONGO_URL)
    const server = await externalServer('MongoDB', 'MONGO_URL', env.MONGO_URL, mongoAnswers, context.signal)
    report('Database: the MongoDB at MONGO_URL.')
    return server
  }
  const choice = await chooseMongo(context)
  const port = await freePort()
  const member = `127.0.0.1:${port}`
  const places = placesIn(dataDir)
  if ('mongod' in choice) {
    const { mongod, version } = choice
    report(`Database: MongoDB ${version} (${mongod}), a replica set of one.`)
    await mkdir(places.real, { recursive: true })
    const ready = async () => {
      if (!(await isPrimaryAt(member, version))) return false
      await writeFile(places.version, `${version}\n`)
      return true
    }
    const command = mongodCommand(mongod, { folder: places.real, port })
    return {
      url: `mongodb://${member}/?replicaSet=${setName}`,
      spec: { command, env: plainEnv(env), ready, readyTimeoutMs },
    }
  }
  report(
    `Database: the MongoDB-compatible server, for trying things out, since ${choice.because}. For data that matters install MongoDB ${mongoSeries}, or set MONGO_URL.`,
  )
  await mkdir(dirname(places.compatible), { recursive: true })
  const command = await javaMongo(context, { port, file: ephemeral ? undefined : places.compatible })
  const url = `mongodb://${member}/?directConnection=true`
  return { url, spec: { command, env: plainEnv(env), ready: () => mongoAnswers(url), readyTimeoutMs } }
}

const mongodCommand = (mongod: string, { folder, port }: { folder: string; port: number }): Command => [
  mongod,
  '--dbpath',
  folder,
  '--replSet',
  setName,
  '--port',
  String(port),
  '--bind_ip',
  '127.0.0.1',
  '--wiredTigerCacheSizeGB',
  '0.25',
  // In MB: no other member reads the log of its writes, which would grow to a twentieth of the free disk.
  '--oplogSize',
  '200',
  '--nounixsocket',
]
