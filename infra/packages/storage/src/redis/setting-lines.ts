import {
  type SettingName,
  settingKey,
  settingLifetimeSeconds,
  settingNames,
  VoiceLanguages,
  VoiceNames,
  VoiceVersions,
  versionKey,
  versionNames,
  voiceLanguagesKey,
  voiceNamesKey,
  voicesHeardKey,
} from '@utter/contracts/settings'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { RedisClient } from './open.ts'

export type SettingLines = Partial<Record<SettingName, string>>
/**
 * The present versions of chat and speech, the languages and names of speech's voices, and whether those of vendors outside are heard; absent while no process of
 * the service runs.
 */
export type Versions = {
  chat?: string
  speech?: VoiceVersions
  languages?: VoiceLanguages
  names?: VoiceNames
  hearing?: true
}

const writeEveryMs = 60_000

/** A value, or how it is now: what a vendor outside says may change while the process runs. */
type Present<Value> = Value | (() => Promise<Value>)
const presentOf = async <Value extends object>(given: Present<Value>): Promise<Value> =>
  typeof given === 'function' ? given() : given

/**
 * A loop that keeps a process's lines of the settings in Redis, and the version of what it asks: written with each connection, so that
 * they are back as soon as Redis is, and each minute, so that those of a process that is gone expire. Nothing waits for it.
 */
export function startSettingLines(
  redis: RedisClient,
  lines: Present<SettingLines>,
  log: Log,
  versions: Present<Versions> = {},
): AsyncDisposable {
  async function write(): Promise<void> {
    const { chat, speech, languages, names, hearing } = await presentOf(versions)
    const values = new Map(
      Object.entries(await presentOf(lines)).map(([name, line]) => [settingKey(name as SettingName), line]),
    )
    if (chat !== undefined) values.set(versionKey('chat'), chat)
    if (speech) values.set(versionKey('speech'), JSON.stringify(speech))
    if (languages) values.set(voiceLanguagesKey, JSON.stringify(languages))
    if (names) values.set(voiceNamesKey, JSON.stringify(names))
    if (hearing) values.set(voicesHeardKey, 'yes')
    for (const [key, value] of values) await redis.set(key, value, 'EX', settingLifetimeSeconds)
  }
  const writeNow = () => void write().catch((error) => log.debug({ err: error }, 'setting lines were not written'))
  redis.on('ready', writeNow)
  if (redis.status === 'ready') writeNow()
  const loop = repeatEvery(writeEveryMs, 'setting lines', log, write)
  return {
    async [Symbol.asyncDispose]() {
      redis.off('ready', writeNow)
      await loop[Symbol.asyncDispose]()
    },
  }
}

/** The lines that processes have written in the last minutes. */
export async function readSettingLines(redis: RedisClient): Promise<SettingLines> {
  const lines = await Promise.all(settingNames.map((name) => redis.get(settingKey(name))))
  return Object.fromEntries(settingNames.flatMap((name, index) => (lines[index] ? [[name, lines[index]]] : [])))
}

/** The versions that chat and speech have written in the last minutes: while replicas of two versions run, those of the last to write. */
export async function readVersions(redis: RedisClient): Promise<Versions> {
  const [chat, speech, languages, names, hearing] = await Promise.all(
    [...versionNames.map(versionKey), voiceLanguagesKey, voiceNamesKey, voicesHeardKey].map((key) => redis.get(key)),
  )
  return {
    ...(chat && { chat }),
    ...(speech && { speech: VoiceVersions.parse(JSON.parse(speech)) }),
    ...(languages && { languages: VoiceLanguages.parse(JSON.parse(languages)) }),
    ...(names && { names: VoiceNames.parse(JSON.parse(names)) }),
    ...(hearing && { hearing: true as const }),
  }
}
