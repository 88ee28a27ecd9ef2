import { randomBytes } from 'node:crypto'
import { chmod, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeIdentityKeys, type SignerName, signers } from '@utter/http/identity-keys'
import { makeSigningKey } from '@utter/provenance/signing-keys'
import { type RedisUser, redisUsers } from '@utter/storage/redis/rights'
import { keyPrefix } from '@utter/stripe-sandbox/config'

/** Secrets that this machine's processes share, each in the form of its variable. */
export type Secrets = {
  AUDIO_SIGNING_KEY: string
  /** Signs what is stated of sounds and jobs. */
  SIGNING_KEYS: string
  /** Encrypts the secrets of webhooks in MongoDB. */
  WEBHOOK_SECRETS_KEY: string
  /** Password of the user with all rights at the Redis that is started here. */
  REDIS_PASSWORD: string
  /** Keys of the sandbox of payments that is started where no key of Stripe's is set. */
  STRIPE_SECRET_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  IDENTITY_PUBLIC_KEYS: string
  /** `IDENTITY_KEY` of each process that signs, and of the operator. */
  identityKeys: Record<SignerName, string>
  /** Passwords of the users of that Redis. */
  redisPasswords: Record<RedisUser, string>
}

const aSecret = () => randomBytes(32).toString('base64url')

/** Reads the secrets, which are made once and readable by their owner alone; the environment's keys for audio, statements and webhooks win and are not kept. */
export async function readSecrets(dataDir: string, env: NodeJS.ProcessEnv): Promise<Secrets> {
  const file = join(dataDir, 'secrets.json')
  const kept = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Secrets>
  const hasAll = kept.IDENTITY_PUBLIC_KEYS && signers.every((name) => kept.identityKeys?.[name])
  const fresh = makeSecrets()
  // The identity's parts belong together: all kept, or all new.
  const { IDENTITY_PUBLIC_KEYS, identityKeys } = (hasAll ? kept : fresh) as Secrets
  const redisPasswords = { ...fresh.redisPasswords, ...kept.redisPasswords }
  const hasUsers = redisUsers.every((name) => kept.redisPasswords?.[name])
  const secrets: Secrets = { ...fresh, ...kept, IDENTITY_PUBLIC_KEYS, identityKeys, redisPasswords }
  if (!hasAll || !hasUsers || Object.keys(secrets).some((name) => !(name in kept))) {
    await writeFile(`${file}.part`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
    await rename(`${file}.part`, file)
  }
  await chmod(file, 0o600)
  return {
    ...secrets,
    AUDIO_SIGNING_KEY: env.AUDIO_SIGNING_KEY ?? secrets.AUDIO_SIGNING_KEY,
    SIGNING_KEYS: env.SIGNING_KEYS ?? secrets.SIGNING_KEYS,
    WEBHOOK_SECRETS_KEY: env.WEBHOOK_SECRETS_KEY ?? secrets.WEBHOOK_SECRETS_KEY,
  }
}

/** Secrets of a platform that has none yet. */
export function makeSecrets(): Secrets {
  const { privateKeys, publicKeys } = makeIdentityKeys()
  return {
    AUDIO_SIGNING_KEY: aSecret(),
    SIGNING_KEYS: makeSigningKey(),
    WEBHOOK_SECRETS_KEY: aSecret(),
    REDIS_PASSWORD: aSecret(),
    STRIPE_SECRET_KEY: `${keyPrefix}${aSecret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${aSecret()}`,
    IDENTITY_PUBLIC_KEYS: publicKeys,
    identityKeys: privateKeys,
    redisPasswords: Object.fromEntries(redisUsers.map((name) => [name, aSecret()])) as Secrets['redisPasswords'],
  }
}
