import type { Secrets } from './secrets.ts'

/** A `.env` for docker-compose.yml: every secret that it asks for, each under a name of its own, and the profiles of a trial on one machine. */
export function composeEnv({ identityKeys, IDENTITY_PUBLIC_KEYS, ...secrets }: Secrets): string {
  const ofSigners = Object.entries(identityKeys).map(([name, key]) => `${name.toUpperCase()}_IDENTITY_KEY=${key}`)
  return `${[
    '# For docker-compose.yml, made for this platform alone. It holds secrets: readable by you alone, in no repository, and kept as long as the data.',
    '# .env.example has all settings.',
    '',
    '# models: the local voices and chat model, with LOCAL_MODELS; sandbox: payments without money, with its keys below, not in production.',
    'COMPOSE_PROFILES=models,sandbox',
    'LOCAL_MODELS=true',
    'NODE_ENV=development',
    `SANDBOX_SECRET_KEY=${secrets.STRIPE_SECRET_KEY}`,
    `SANDBOX_WEBHOOK_SECRET=${secrets.STRIPE_WEBHOOK_SECRET}`,
    '',
    `REDIS_PASSWORD=${secrets.REDIS_PASSWORD}`,
    `AUDIO_SIGNING_KEY=${secrets.AUDIO_SIGNING_KEY}`,
    `WEBHOOK_SECRETS_KEY=${secrets.WEBHOOK_SECRETS_KEY}`,
    `IDENTITY_PUBLIC_KEYS=${IDENTITY_PUBLIC_KEYS}`,
    ...ofSigners,
  ].join('\n')}\n`
}
