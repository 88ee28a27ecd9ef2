import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classPath, quickJvm } from '@utter/local/backing/java'
import { kafkaProgram } from '@utter/local/backing/kafka'
import { kafkaProperties } from '@utter/local/backing/kafka-properties'
import { plainEnv } from '@utter/local/backing/server'
import { runTool } from '@utter/local/cache/run-tool'
import { freePort } from '@utter/local/free-port'
import { readSettings } from '@utter/local/settings'
import { endGroup, hasEnded, spawnGroup } from '@utter/local/supervision/process-group'
import type { KafkaConfig } from '@utter/messaging/config'
import { kafkaAnswers } from '@utter/messaging/kafkajs/kafka-answers'
import { eventually } from '../eventually.ts'
import { type Authority, makeAuthority } from './authority.ts'

export type SecureKafka = AsyncDisposable & {
  authority: Authority
  /** Everybody who has a password, with it. */
  passwords: Record<string, string>
  /** The way of a user, by SCRAM over TLS. */
  as(user: string): KafkaConfig
  /** The address of the listener that wants certificates of clients, in place of passwords. */
  certified: string
  /** The lines of the broker's log. */
  lines: string[]
  /** The folder of its topics' segments. */
  segmentsDir: string
}

const clusterId = 'VXR0ZXJTZWN1cmVDbHVzdA'
/** The user who may do everything, by whom others are given rights. */
export const admin = 'admin'

/**
 * A real broker as companies run it: TLS by an authority of its own, users with passwords (PLAIN, SCRAM, tokens) or certificates, and no
 * right that nobody gave. Tokens are those of Kafka's validator for tests: without a signature.
 * @param users beside `admin`
 */
export async function startSecureKafka(users: string[]): Promise<SecureKafka> {
  await using closing = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'utter-secure-kafka-'))
  closing.defer(() => rm(folder, { recursive: true, force: true }))
  const authority = makeAuthority(folder)
  const passwords = Object.fromEntries([admin, ...users].map((user) => [user, `password-of-${user}`]))
  const [port, certifiedPort, controllerPort] = [await freePort(), await freePort(), await freePort()]
  const settings = join(folder, 'server.properties')
  const broker = authority.issue('broker')
  await mkdir(join(folder, 'log'))
  await writeFile(
    join(folder, 'broker.pem'),
    `${await readFile(broker.key, 'utf8')}${await readFile(broker.cert, 'utf8')}`,
  )
  await writeFile(
    settings,
    kafkaProperties({ port, controllerPort, logDir: join(folder, 'log'), ephemeral: true }) +
      secured({ port, certifiedPort, controllerPort, folder, ca: authority.ca, passwords }),
  )
  const { env, cacheDir } = readSettings(process.env)
  const { java, jars } = await kafkaProgram({ env, cacheDir, report: () => {} })
  const program = [...quickJvm, '-cp', classPath(jars), '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']
  const scram = Object.entries(passwords).flatMap(([name, password]) =>
    ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => [
      '--add-scram',
      `${mechanism}=[name=${name},password=${password}]`,
    ]),
  )
  const format = ['kafka.tools.StorageTool', 'format', '--cluster-id', clusterId, '--config', settings]
  await runTool(java.path, [...program, ...format, ...scram])

  const lines: string[] = []
  const child = spawnGroup([java.path, '-Xmx256m', ...program, 'kafka.Kafka', settings], {
    env: plainEnv(env),
    onLine: (line) => lines.push(line),
    kind: 'tool',
  })
  closing.defer(() => endGroup(child, 5_000))
  const as = (user: string): KafkaConfig => ({
    KAFKA_BROKERS: [`127.0.0.1:${port}`],
    KAFKA_TLS: 'true',
    KAFKA_CA_FILE: authority.ca,
    KAFKA_SASL_MECHANISM: 'scram-sha-512',
    KAFKA_USERNAME: user,
    KAFKA_PASSWORD: passwords[user],
  })
  await eventually('the secure broker answers', () => {
    if (hasEnded(child)) throw new Error(`the secure broker has ended: ${lines.slice(-20).join('\n')}`)
    return kafkaAnswers(as(admin)).catch(() => false)
  })
  const handedOver = closing.move()
  return {
    ...{ authority, passwords, as, lines, segmentsDir: join(folder, 'log') },
    certified: `127.0.0.1:${certifiedPort}`,
    [Symbol.asyncDispose]: () => handedOver.disposeAsync(),
  }
}

type Secured = {
  port: number
  certifiedPort: number
  controllerPort: number
  folder: string
  ca: string
  passwords: Record<string, string>
}

/** Properties over those of the ordinary broker: of two of the same name the last holds. */
function secured({ port, certifiedPort, controllerPort, folder, ca, passwords }: Secured): string {
  const jaas = 'org.apache.kafka.common.security'
  const users = Object.entries(passwords).map(([name, password]) => `user_${name}="${password}"`)
  const listeners = `SECURE://127.0.0.1:${port},CERTIFIED://127.0.0.1:${certifiedPort}`
  const settings = {
    listeners: `${listeners},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': listeners,
    'listener.security.protocol.map': 'SECURE:SASL_SSL,CERTIFIED:SSL,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'CERTIFIED',
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.location': join(folder, 'broker.pem'),
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.location': ca,
    'listener.name.certified.ssl.client.auth': 'required',
    // Segments whose time is over are looked for half a minute after a start and every five minutes, and their files are removed a minute later.
    'log.initial.task.delay.ms': '200',
    'log.retention.check.interval.ms': '200',
    'log.segment.delete.delay.ms': '200',
    'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512,OAUTHBEARER',
    'listener.name.secure.plain.sasl.jaas.config': `${jaas}.plain.PlainLoginModule required ${users.join(' ')};`,
    'listener.name.secure.scram-sha-256.sasl.jaas.config': `${jaas}.scram.ScramLoginModule required;`,
    'listener.name.secure.scram-sha-512.sasl.jaas.config': `${jaas}.scram.ScramLoginModule required;`,
    'listener.name.secure.oauthbearer.sasl.jaas.config': `${jaas}.oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub="broker";`,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // The controller's listener is on this machine alone, and without a login.
    'super.users': `User:${admin};User:CN=broker;User:ANONYMOUS`,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}
