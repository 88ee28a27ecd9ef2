import type { Secrets } from './secrets.ts'

/** The proxy's own address in docker-compose.yml. */
export const proxyAddress = '172.29.255.10'

const ofTrial = ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }: Secrets) => [
  '# models: the local voices and chat model, with LOCAL_MODELS; sandbox: payments without money, with its keys below, not in production.',
  'COMPOSE_PROFILES=models,sandbox',
  'LOCAL_MODELS=true',
  'NODE_ENV=development',
  `SANDBOX_SECRET_KEY=${STRIPE_SECRET_KEY}`,
  `SANDBOX_WEBHOOK_SECRET=${STRIPE_WEBHOOK_SECRET}`,
]

const ofProduction = (publicUrl: string) => [
  '# models: the local voices and chat model, with LOCAL_MODELS, until vendors are set; proxy: TLS for PUBLIC_URL, whose name must lead to this machine.',
  'COMPOSE_PROFILES=models,proxy',
  'LOCAL_MODELS=true',
  'NODE_ENV=production',
  `PUBLIC_URL=${publicUrl}`,
  `TRUSTED_PROXIES=${proxyAddress}`,
  '',
  '# Yours to fill in, as far as you have them.',
  '#STRIPE_SECRET_KEY=',
  '#STRIPE_WEBHOOK_SECRET=',
  '#OPENAI_API_KEY=',
  '#ELEVENLABS_API_KEY=',
  '#SECURITY_CONTACT=',
]

/**
 * A `.env` for docker-compose.yml: every secret that it asks for, each under a name of its own. With `publicUrl`, the https address of a platform in
 * production, it has its profiles; else those of a trial on one machine.
 */
export function composeEnv(secrets: Secrets, { publicUrl }: { publicUrl?: string } = {}): string {
  const ofSigners = Object.entries(secrets.identityKeys).map(
    ([name, key]) => `${name.toUpperCase()}_IDENTITY_KEY=${key}`,
  )
  return `${[
    '# For docker-compose.yml, made for this platform alone. It holds secrets: readable by you alone, in no repository, and kept as long as the data.',
    '# .env.example has all settings.',
    '',
    ...(publicUrl === undefined ? ofTrial(secrets) : ofProduction(publicUrl)),
    '',
    `REDIS_PASSWORD=${secrets.REDIS_PASSWORD}`,
    ...Object.entries(secrets.redisPasswords).map(([name, word]) => `${name.toUpperCase()}_REDIS_PASSWORD=${word}`),
    `AUDIO_SIGNING_KEY=${secrets.AUDIO_SIGNING_KEY}`,
    `SIGNING_KEYS=${secrets.SIGNING_KEYS}`,
    `WEBHOOK_SECRETS_KEY=${secrets.WEBHOOK_SECRETS_KEY}`,
    `IDENTITY_PUBLIC_KEYS=${secrets.IDENTITY_PUBLIC_KEYS}`,
    ...ofSigners,
  ].join('\n')}\n`
}

/** @returns the address as it goes into `PUBLIC_URL` @throws with a sentence for the person who typed it */
export function publicUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'https:' && url.pathname === '/' && !url.search && !url.hash && !url.username
  if (!url || !isPlain) throw new Error('--production takes the address that people will type: https://utter.example')
  return url.origin
}
