import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { services } from '@utter/contracts/flow'
import { createIdentitySigner, type IdentitySigner } from '@utter/http/identity'
import { identityKey, privateKeyOf } from '@utter/http/identity-keys'
import { readConfig } from '@utter/runtime/read-config'
import * as z from 'zod/mini'
import { storeAddressesOn } from '../backup/stores.ts'
import { withDotEnv } from '../data-dir.ts'
import { createOperator, type Operator, readTarget } from '../operator.ts'
import { ExaminedSettings } from './settings.ts'
import { type ExaminedStores, openStoresOf } from './stores.ts'

export type ExaminedProcess = { url?: string | undefined; privateUrl?: string | undefined }
/** Everything that checks look at. */
export type Examined = {
  settings: ExaminedSettings
  isProduction: boolean
  /** The data folder of a platform that `npm start` runs on this machine; absent for one elsewhere. */
  dataDir?: string
  /** The processes whose addresses are known: a service, the gateway, and of this machine the servers too. */
  processes: Record<string, ExaminedProcess | undefined>
  stores: ExaminedStores
  /** Absent where no identity key is known. */
  operator?: Operator
  signer?: IdentitySigner
  /** Secrets by the names of their variables; a key pair by its signer. */
  secrets: Record<string, string>
  /** A folder of backups that was named. */
  backupsDir?: string
  now(): Date
}

/** A platform at the addresses of the environment, or else the one that runs on a data folder. @throws when no run.json is there */
export function findExamined(dataDir: string, env: NodeJS.ProcessEnv): Promise<Examined> {
  return env.ACCOUNT_URL ? elsewhere(env) : here(dataDir, env)
}

async function here(dataDir: string, environment: NodeJS.ProcessEnv): Promise<Examined> {
  const { run, ...target } = await readTarget(join(dataDir, 'run.json'))
  const kept = JSON.parse(await readFile(run.secretsFile, 'utf8')) as Record<string, unknown>
  const { identityKeys, redisPasswords = {}, ...others } = kept as Record<string, Record<string, string>>
  const env = withDotEnv(environment)
  const settings = readConfig(ExaminedSettings, {
    PUBLIC_URL: run.publicUrl,
    ...(await storeAddressesOn(dataDir, environment)),
  })
  return {
    settings,
    isProduction: env.NODE_ENV === 'production',
    dataDir,
    processes: run.processes,
    stores: openStoresOf(settings),
    operator: createOperator(target),
    signer: createIdentitySigner(privateKeyOf(target.identityKey), 'operator'),
    secrets: {
      ...textsOf(others),
      ...textsOf({ AUDIO_SIGNING_KEY: env.AUDIO_SIGNING_KEY, WEBHOOK_SECRETS_KEY: env.WEBHOOK_SECRETS_KEY }),
      ...Object.fromEntries(Object.entries(identityKeys ?? {}).map(([name, key]) => [`IDENTITY_KEY of ${name}`, key])),
      ...Object.fromEntries(Object.entries(redisPasswords).map(([name, word]) => [`Redis password of ${name}`, word])),
    },
    now: () => new Date(),
  }
}

async function elsewhere(env: NodeJS.ProcessEnv): Promise<Examined> {
  const settings = readConfig(ExaminedSettings, env)
  const { IDENTITY_KEY, IDENTITY_PUBLIC_KEYS = '', AUDIO_SIGNING_KEY, WEBHOOK_SECRETS_KEY } = settings
  const processes = Object.fromEntries(
    ['gateway', ...services].map((name) => [name, { url: env[`${name.toUpperCase()}_URL`] }]),
  )
  const urls = Object.fromEntries(Object.entries(processes).map(([name, { url }]) => [name, url]))
  return {
    settings,
    isProduction: settings.NODE_ENV === 'production',
    processes,
    stores: openStoresOf(settings),
    // A row has it where it is no key.
    ...(IDENTITY_KEY &&
      z.safeParse(identityKey, IDENTITY_KEY).success && {
        operator: createOperator({ urls, identityKey: IDENTITY_KEY }),
        signer: createIdentitySigner(privateKeyOf(IDENTITY_KEY), 'operator'),
      }),
    secrets: {
      ...textsOf({ AUDIO_SIGNING_KEY, WEBHOOK_SECRETS_KEY, IDENTITY_KEY }),
      ...Object.fromEntries(
        IDENTITY_PUBLIC_KEYS.split(',')
          .filter(Boolean)
          .map((pair, index) => [
            `IDENTITY_PUBLIC_KEYS (${index + 1}, ${pair.slice(0, pair.indexOf('='))})`,
            pair.slice(pair.indexOf('=') + 1),
          ]),
      ),
    },
    now: () => new Date(),
  }
}

const textsOf = (values: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
