import { existsSync } from 'node:fs'
import { cp, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readKafka } from '@utter/messaging/cluster/cluster'
import { kafkaAnswers } from '@utter/messaging/kafkajs/kafka-answers'
import { fetchOnce } from '../cache/fetch.ts'
import { onPath } from '../cache/on-path.ts'
import { freePort } from '../free-port.ts'
import { StartError } from '../start-error.ts'
import { findJava, type Java } from './java.ts'
import { kafkaProperties } from './kafka-properties.ts'
import { warmKafka } from './kafka-warm.ts'
import { copyJars, jarsOf } from './maven.ts'
import { externalServer, plainEnv, type Server, type StartContext } from './server.ts'

const version = '4.1.1'
/** KAFKA_BROKERS, else an installed Kafka, else Apache Kafka from Maven's registry. */
export async function findKafka(context: StartContext): Promise<Server> {
  const { dataDir, env, ephemeral } = context
  if (env.KAFKA_BROKERS) {
    const config = kafkaOf(env)
    return externalServer('Kafka', 'KAFKA_BROKERS', env.KAFKA_BROKERS, () => kafkaAnswers(config), context.signal)
  }

  const { java, jars } = await kafkaProgram(context)
  const folder = join(dataDir, 'kafka')
  const settings = join(folder, 'server.properties')
  const [port, controllerPort] = [await freePort(), await freePort()]
  await mkdir(folder, { recursive: true })
  await writeFile(settings, kafkaProperties({ port, controllerPort, logDir: join(folder, 'log'), ephemeral }))
  const warm = await warmKafka(context, java, jars)
  const log = join(folder, 'log')
  if (!existsSync(log)) {
    await cp(warm.formatted, `${log}.part`, { recursive: true })
    await rename(`${log}.part`, log)
  }
  const url = `127.0.0.1:${port}`
  return {
    url,
    spec: {
      command: [java.path, ephemeral ? '-Xmx256m' : '-Xmx512m', ...warm.args, 'kafka.Kafka', settings],
      env: plainEnv(env),
      ready: () => kafkaAnswers({ KAFKA_BROKERS: [url] }),
      readyTimeoutMs: 60_000,
    },
  }
}

/** A Java, and the jars of an installed Kafka, else those that are fetched. */
export const kafkaProgram = async (
  context: Pick<StartContext, 'cacheDir' | 'env' | 'report'>,
): Promise<{ java: Java; jars: string[] }> => ({
  java: await findJava(context.env),
  jars: (await installed(context.env)) ?? (await fetched(context)),
})

function kafkaOf(env: NodeJS.ProcessEnv) {
  try {
    return readKafka(env)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}

async function installed(env: NodeJS.ProcessEnv): Promise<string[] | undefined> {
  const script = await onPath('kafka-server-start.sh', env)
  const home = env.KAFKA_HOME ?? (script && dirname(dirname(script)))
  const jars = home ? await jarsOf(join(home, 'libs')).catch(() => []) : []
  // Older ones do not know the settings that a quick start needs.
  return jars.some((jar) => /\/kafka-clients-([4-9]|\d\d)\./.test(jar)) ? jars : undefined
}

async function fetched({
  cacheDir,
  env,
  report,
}: Pick<StartContext, 'cacheDir' | 'env' | 'report'>): Promise<string[]> {
  const folder = await fetchOnce({
    cacheDir,
    name: 'kafka',
    version,
    label: 'Apache Kafka',
    report,
    make: (tmpDir, note) =>
      copyJars({
        cacheDir,
        tmpDir,
        env,
        note,
        sums: 'kafka.sha256',
        jars: [`org.apache.kafka:kafka_2.13:${version}`, 'org.slf4j:slf4j-simple:1.7.36'],
      }),
  })
  return jarsOf(join(folder, 'lib'))
}
