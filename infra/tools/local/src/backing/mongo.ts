import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import getPort from 'get-port'
import { onPath } from '../cache/on-path.ts'
import { StartError } from '../start-error.ts'
import type { Command } from '../supervision/process-group.ts'
import { mongoAnswers } from './answers.ts'
import { javaMongo } from './mongo-java.ts'
import { downloadMongod } from './mongod-download.ts'
import { externalServer, plainEnv, type Server, type StartContext } from './server.ts'

/**
 * MONGO_URL, else an installed mongod, else one that can be downloaded, else a compatible server from Maven's registry.
 * A data folder stays with the kind that it began with, since neither reads the files of the other.
 */
export async function findMongo(context: StartContext): Promise<Server> {
  const { dataDir, env, ephemeral } = context
  if (env.MONGO_URL) return externalServer('MongoDB', 'MONGO_URL', env.MONGO_URL, mongoAnswers, context.signal)

  const port = await getPort({ host: '127.0.0.1' })
  const url = `mongodb://127.0.0.1:${port}`
  const [real, compatible] = [join(dataDir, 'mongo'), join(dataDir, 'mongo-java')]
  const mongod = existsSync(compatible) ? undefined : ((await onPath('mongod', env)) ?? (await downloadMongod(context)))
  if (!mongod && existsSync(real)) {
    throw new StartError(
      `The data in ${dataDir} was made by a mongod, and none was found: install mongod, set MONGO_URL, or choose another UTTER_DATA.`,
    )
  }
  const folder = mongod ? real : compatible
  const command: Command = mongod
    ? [
        mongod,
        '--dbpath',
        folder,
        '--port',
        String(port),
        '--bind_ip',
        '127.0.0.1',
        '--wiredTigerCacheSizeGB',
        '0.25',
        '--nounixsocket',
      ]
    : await javaMongo(context, { port, file: ephemeral ? undefined : join(folder, 'data.mv') })
  await mkdir(folder, { recursive: true })
  return { url, spec: { command, env: plainEnv(env), ready: () => mongoAnswers(url), readyTimeoutMs: 60_000 } }
}
