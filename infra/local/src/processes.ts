import { join } from 'node:path'
import type { Backing } from './backing.ts'
import type { Secrets } from './secrets.ts'
import { plainEnv } from './server.ts'
import { repoDir, type Settings } from './settings.ts'

/** What a process of ours is given beside the common part: each only what it reads. */
type Part = {
  folder: string
  backing: (keyof Backing['env'])[]
  secrets: ('AUDIO_SIGNING_KEY' | 'IDENTITY_PUBLIC_KEYS')[]
  /** Which of the others it calls. */
  calls: string[]
  /** Names taken over from the person's environment when they are set there. */
  passes: string[]
}

const worker = {
  backing: ['MONGO_URL', 'KAFKA_BROKERS'],
  secrets: ['IDENTITY_PUBLIC_KEYS'],
  calls: [],
  passes: [],
} satisfies Partial<Part>
const signsAudio: Part['secrets'] = ['IDENTITY_PUBLIC_KEYS', 'AUDIO_SIGNING_KEY']

/** Every process of the product, in the order in which they start: those that load a model take longest. The gateway stops first. */
export const parts: Record<string, Part> = {
  chat: {
    ...worker,
    folder: 'services/chat',
    passes: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CHAT_MODEL', 'CHAT_SLOTS', 'CHAT_LIMIT_MS'],
  },
  speech: {
    ...worker,
    folder: 'services/speech',
    secrets: signsAudio,
    passes: ['SPEECH_SLOTS'],
  },
  account: {
    ...worker,
    folder: 'services/account',
    backing: [...worker.backing, 'REDIS_URL'],
    calls: ['jobs', 'referral'],
    passes: ['PLANS_FILE', 'LOGIN_FAILURES_PER_NAME', 'LOGIN_FAILURES_PER_ADDRESS', 'SIGNUPS_PER_ADDRESS'],
  },
  jobs: {
    ...worker,
    folder: 'services/jobs',
    secrets: signsAudio,
    passes: ['PLANS_FILE', 'OUTBOX_LIMIT', 'SUBMISSIONS_AT_ONCE', 'ROAD_WAIT_LIMIT_MS', 'WEBHOOK_ALLOW_PRIVATE'],
  },
  notifier: {
    ...worker,
    folder: 'services/notifier',
    secrets: signsAudio,
    calls: ['jobs'],
    passes: ['STREAMS_PER_ACCOUNT'],
  },
  billing: {
    ...worker,
    folder: 'services/billing',
    passes: ['PLANS_FILE'],
  },
  referral: { ...worker, folder: 'services/referral' },
  gateway: {
    folder: 'gateway',
    backing: ['REDIS_URL'],
    secrets: [],
    calls: ['account', 'jobs', 'chat', 'speech', 'notifier', 'billing', 'referral'],
    passes: [
      'TRUSTED_PROXIES',
      'READS_PER_MINUTE',
      'ALLOWED_HOSTS',
      'REQUESTS_PER_ADDRESS',
      'REQUESTS_PER_ACCOUNT',
      'MAX_CONNECTIONS',
    ],
  },
}

export type Place = { port: number; privatePort: number }
export type Models = { voiceDir?: string; chatModelPath?: string }
export type Wiring = {
  settings: Settings
  backing: Backing['env']
  secrets: Secrets
  places: Record<string, Place>
  models: Models
}

export const urlOf = ({ port }: Place): string => `http://127.0.0.1:${port}`
export const privateUrlOf = ({ privatePort }: Place): string => `http://127.0.0.1:${privatePort}`

/** The whole environment of one process. */
export function environmentOf(
  name: string,
  { settings, backing, secrets, places, models }: Wiring,
): Record<string, string> {
  const part = parts[name]
  const place = places[name]
  if (!part || !place) throw new Error(`No process is called ${name}`)
  const { env } = settings
  const own: Record<string, Record<string, string | undefined>> = {
    chat: { CHAT_MODEL_PATH: models.chatModelPath },
    speech: { VOICE_DIR: models.voiceDir, AUDIO_DIR: join(settings.dataDir, 'audio') },
    gateway: {
      WEB_DIR: join(repoDir, 'web/dist'),
      // Here everybody comes from this machine.
      CONNECTIONS_PER_ADDRESS: env.CONNECTIONS_PER_ADDRESS ?? '10000',
    },
  }
  return definedOnly({
    ...plainEnv(env),
    NODE_ENV: env.NODE_ENV ?? 'development',
    LOG_LEVEL: env.LOG_LEVEL ?? 'info',
    HOST: '127.0.0.1',
    PORT: String(place.port),
    PRIVATE_PORT: String(place.privatePort),
    PUBLIC_URL: settings.publicUrl,
    STOP_DELAY_MS: env.STOP_DELAY_MS,
    // Within the times that the supervisor gives the gateway, and after it the services.
    STOP_LIMIT_MS: env.STOP_LIMIT_MS ?? (name === 'gateway' ? '5500' : '7500'),
    ...pick(backing, part.backing),
    ...(part.backing.includes('KAFKA_BROKERS')
      ? {
          KAFKA_PARTITIONS: env.KAFKA_PARTITIONS ?? '4',
          ...(env.KAFKA_REPLICAS && { KAFKA_REPLICAS: env.KAFKA_REPLICAS }),
          KAFKAJS_NO_PARTITIONER_WARNING: '1',
        }
      : {}),
    ...pick(secrets, part.secrets),
    IDENTITY_KEY: (secrets.identityKeys as Record<string, string>)[name],
    ...Object.fromEntries(
      part.calls.map((other) => [`${other.toUpperCase()}_URL`, places[other] && urlOf(places[other])]),
    ),
    ...pick(env, part.passes),
    ...own[name],
    // A folder for each process: a test says who dies.
    FAILPOINTS_DIR: env.FAILPOINTS_DIR && join(env.FAILPOINTS_DIR, name),
    OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_SERVICE_NAME: env.OTEL_EXPORTER_OTLP_ENDPOINT && name,
    // Compiled once, types stripped once: a process is up in half the time from the second start on.
    NODE_COMPILE_CACHE: join(settings.cacheDir, 'node'),
  })
}

/** How each is run: on the Node that runs this, with tracing loaded before everything else. */
export const commandOf = (folder: string): [string, ...string[]] => [
  process.execPath,
  '--disable-warning=ExperimentalWarning',
  '--import',
  join(repoDir, 'infra/telemetry/src/register.ts'),
  join(repoDir, folder, 'src/main.ts'),
]

const pick = <Key extends string>(from: Partial<Record<Key, string>>, keys: readonly Key[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]]))

const definedOnly = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value ? [[key, value]] : [])))
