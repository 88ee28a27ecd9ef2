import { ConfigError } from '@utter/runtime/read-config'
import type { SASLOptions } from 'kafkajs'
import type { KafkaConfig } from '../config.ts'
import { commandToken, endpointToken, mskToken, tokenCache } from './tokens.ts'

/**
 * How a client says who it is.
 * @returns undefined for brokers that let anybody in
 * @throws ConfigError when a variable is missing or has no use, and where a secret would cross a network in clear
 */
export function saslOf(config: KafkaConfig): SASLOptions | undefined {
  const mechanism = config.KAFKA_SASL_MECHANISM
  refuseUseless(config)
  if (!mechanism) return undefined
  if (isSecretInClear(config) && config.KAFKA_TLS !== 'true')
    throw new ConfigError(`KAFKA_SASL_MECHANISM=${mechanism} sends its secret to the broker: set KAFKA_TLS=true`)
  if (mechanism === 'oauthbearer') return bearer(givenToken(config))
  if (mechanism === 'aws-iam') return bearer(mskToken(regionOf(config)))
  return {
    mechanism,
    username: needed(config, 'KAFKA_USERNAME'),
    password: needed(config, 'KAFKA_PASSWORD'),
  }
}

const bearer = (fetchToken: Parameters<typeof tokenCache>[0]): SASLOptions => {
  const token = tokenCache(fetchToken)
  return { mechanism: 'oauthbearer', oauthBearerProvider: async () => ({ value: await token() }) }
}

function givenToken(config: KafkaConfig) {
  const { KAFKA_TOKEN_COMMAND: command, KAFKA_TOKEN_URL: url } = config
  if (command && url)
    throw new ConfigError('KAFKA_TOKEN_COMMAND and KAFKA_TOKEN_URL are both set: one brings the token')
  if (command) return commandToken(command)
  if (!url) throw new ConfigError('KAFKA_SASL_MECHANISM=oauthbearer needs KAFKA_TOKEN_URL or KAFKA_TOKEN_COMMAND')
  return endpointToken({
    url,
    clientId: needed(config, 'KAFKA_USERNAME'),
    clientSecret: needed(config, 'KAFKA_PASSWORD'),
    scope: config.KAFKA_TOKEN_SCOPE,
  })
}

function needed(config: KafkaConfig, name: 'KAFKA_USERNAME' | 'KAFKA_PASSWORD'): string {
  const value = config[name]
  if (!value) throw new ConfigError(`KAFKA_SASL_MECHANISM=${config.KAFKA_SASL_MECHANISM} needs ${name}`)
  return value
}

/** The mechanisms that read a variable. With any other it would be a secret that somebody believes in. */
const readBy: Partial<Record<keyof KafkaConfig, readonly string[]>> = {
  KAFKA_USERNAME: ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'],
  KAFKA_PASSWORD: ['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'],
  KAFKA_TOKEN_URL: ['oauthbearer'],
  KAFKA_TOKEN_SCOPE: ['oauthbearer'],
  KAFKA_TOKEN_COMMAND: ['oauthbearer'],
}

function refuseUseless(config: KafkaConfig): void {
  for (const [name, mechanisms] of Object.entries(readBy)) {
    if (!config[name as keyof KafkaConfig] || mechanisms.includes(config.KAFKA_SASL_MECHANISM ?? '')) continue
    throw new ConfigError(`${name} is set, and KAFKA_SASL_MECHANISM is not one of ${mechanisms.join(', ')}`)
  }
}

/** SCRAM proves a password without sending it; the others send what can be used again. A broker on this machine is asked over no network. */
const isSecretInClear = (config: KafkaConfig): boolean =>
  !config.KAFKA_SASL_MECHANISM?.startsWith('scram') &&
  !config.KAFKA_BROKERS.every((broker) => /^(localhost|127\.\d+\.\d+\.\d+):/.test(broker))

/** The region of Amazon's brokers is in their names; behind a name of one's own it is the SDK's usual variable. */
function regionOf({ KAFKA_BROKERS, AWS_REGION }: KafkaConfig): string {
  const inName = KAFKA_BROKERS.map(
    (broker) => /\.kafka(?:-serverless)?\.([a-z0-9-]+)\.amazonaws\.com/.exec(broker)?.[1],
  )
  const region = inName.find(Boolean) ?? AWS_REGION
  if (!region)
    throw new ConfigError('KAFKA_SASL_MECHANISM=aws-iam needs AWS_REGION, since the name of no broker has it')
  return region
}
