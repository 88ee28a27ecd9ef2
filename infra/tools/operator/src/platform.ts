import { join } from 'node:path'
import { identityKey } from '@utter/http/identity-keys'
import { readKafka } from '@utter/messaging/cluster/cluster'
import { type KafkaConfig, kafkaConfig } from '@utter/messaging/config'
import { address, ConfigError, readConfig } from '@utter/runtime/read-config'
import * as z from 'zod/mini'
import { withDotEnv } from './data-dir.ts'
import { createOperator, type Operator, type RunFile, readTarget } from './operator.ts'
import { UsageError } from './usage-sentence.ts'

export type Platform = {
  operator: Operator
  /** Its Kafka. @throws UsageError for variables that do not fit one another, and where none is known */
  kafka(): KafkaConfig
  /** Where people reach it, if that is known. */
  gatewayUrl?: string | undefined
  /** Processes and data folder on this machine; absent for a platform elsewhere. */
  local?: { processes: RunFile['processes']; dataDir: string }
}
/** Called by a command after its arguments are checked: help and wrong arguments need no platform. */
export type FindPlatform = () => Promise<Platform>

/** A platform that `npm start` did not start: in containers, or on a cluster. */
export const Addresses = z.object({
  ACCOUNT_URL: address,
  JOBS_URL: address,
  BILLING_URL: address,
  /** For `vendor` alone. */
  SPEECH_URL: z.optional(address),
  /** For `mail bounced` alone. */
  NOTIFIER_URL: z.optional(address),
  /** For `demo` alone. */
  GATEWAY_URL: z.optional(address),
  ...kafkaConfig,
  /** The operator's own. */
  IDENTITY_KEY: identityKey,
})

/** The platform at the addresses of the environment, or else the one that runs on a data folder. @throws UsageError when there is none */
export async function findPlatform(dataDir: string, env: NodeJS.ProcessEnv): Promise<Platform> {
  return env.ACCOUNT_URL ? platformAt(env) : platformOn(dataDir, env)
}

function platformAt(env: NodeJS.ProcessEnv): Platform {
  const {
    ACCOUNT_URL: account,
    JOBS_URL: jobs,
    BILLING_URL: billing,
    ...settings
  } = asUsage(() => readConfig(Addresses, env))
  const urls = { account, jobs, billing, speech: settings.SPEECH_URL, notifier: settings.NOTIFIER_URL }
  return {
    operator: createOperator({ urls, identityKey: env.IDENTITY_KEY ?? '' }),
    kafka: () => settings,
    gatewayUrl: settings.GATEWAY_URL,
  }
}

function asUsage<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(`${error.message}.`) : error
  }
}

async function platformOn(dataDir: string, env: NodeJS.ProcessEnv): Promise<Platform> {
  const target = await readTarget(join(dataDir, 'run.json')).catch(() => {
    throw new UsageError('No platform runs on this data folder: start one with npm start.')
  })
  const { processes, backing } = target.run
  return {
    operator: createOperator(target),
    // The file has no credentials: those of other servers are in the environment.
    kafka: () => asUsage(() => readKafka({ ...withDotEnv(env), KAFKA_BROKERS: backing.KAFKA_BROKERS })),
    gatewayUrl: processes.gateway?.url,
    local: { processes, dataDir },
  }
}
