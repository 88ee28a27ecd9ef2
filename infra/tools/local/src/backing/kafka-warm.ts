import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { kafkaAnswers } from '@utter/messaging/kafkajs/kafka-answers'
import { fetchOnce } from '../cache/fetch.ts'
import { runTool } from '../cache/run-tool.ts'
import { freePort } from '../free-port.ts'
import { type Command, endGroup, hasEnded, spawnGroup } from '../supervision/process-group.ts'
import { classPath, type Java, quickJvm } from './java.ts'
import { kafkaProperties } from './kafka-properties.ts'
import { plainEnv, type StartContext } from './server.ts'

// Any id will do, and a fixed one lets a data folder be opened by every later start.
const clusterId = 'VXR0ZXJMb2NhbENsdXN0ZQ'

/** The JVM's arguments for this Kafka, and a data folder as it must be before the first start. */
export type WarmKafka = { args: string[]; formatted: string }

/**
 * Preparations that would take seconds at each start of Kafka, done once: a formatted data folder to copy, and an archive of its classes as the
 * JVM had them in memory (start in 2 s, not 3.6 s; the archive serves this very Java and these jars only, hence the hash).
 */
export async function warmKafka(
  { cacheDir, env, report }: StartContext,
  java: Java,
  jars: string[],
): Promise<WarmKafka> {
  const classes = ['-cp', classPath(jars), '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']
  const hash = createHash('sha256')
    .update([java.path, java.build, ...classes, ...quickJvm].join())
    .digest('hex')
    .slice(0, 12)
  const folder = await fetchOnce({
    cacheDir,
    name: 'kafka-warm',
    version: hash,
    label: "Kafka's quick start",
    verb: 'prepared',
    report,
    make: async (tmpDir) => {
      const settings = join(tmpDir, 'server.properties')
      const ports = { port: await freePort(), controllerPort: await freePort() }
      await writeFile(settings, kafkaProperties({ ...ports, logDir: join(tmpDir, 'log'), ephemeral: true }))
      await runTool(java.path, [
        ...quickJvm,
        ...classes,
        'kafka.tools.StorageTool',
        'format',
        '--cluster-id',
        clusterId,
        '--config',
        settings,
      ])
      await cp(join(tmpDir, 'log'), join(tmpDir, 'formatted'), { recursive: true })
      const dump = ['-XX:+IgnoreUnrecognizedVMOptions', `-XX:ArchiveClassesAtExit=${join(tmpDir, 'classes.jsa')}`]
      await runOnce(
        [java.path, '-Xmx256m', ...quickJvm, ...dump, ...classes, 'kafka.Kafka', settings],
        plainEnv(env),
        `127.0.0.1:${ports.port}`,
      )
      await Promise.all([settings, join(tmpDir, 'log')].map((used) => rm(used, { recursive: true })))
    },
  })
  const archive = join(folder, 'classes.jsa')
  // Quiet, since a JVM that finds the archive unfit goes on without it.
  const share = existsSync(archive)
    ? [`-XX:SharedArchiveFile=${archive}`, '-Xshare:auto', '-Xlog:cds=off', '-Xlog:cds+dynamic=off']
    : []
  return { args: [...quickJvm, ...share, ...classes], formatted: join(folder, 'formatted') }
}

async function runOnce(command: Command, env: Record<string, string>, broker: string): Promise<void> {
  const child = spawnGroup(command, { env, onLine: () => {}, kind: 'tool' })
  for (const deadlineMs = Date.now() + 60_000; Date.now() < deadlineMs && !hasEnded(child); await sleep(100)) {
    if (await kafkaAnswers({ KAFKA_BROKERS: [broker] }).catch(() => false)) break
  }
  await endGroup(child, 60_000)
}
