import { type SettingName, settingKey, settingLifetimeSeconds, settingNames } from '@utter/contracts/settings'
import { repeatEvery } from '@utter/runtime/repeat-every'
import type { Log } from '@utter/telemetry/log'
import type { Redis } from 'ioredis'

export type SettingLines = Partial<Record<SettingName, string>>

const writeEveryMs = 60_000

/**
 * A loop that keeps a process's lines of the settings in Redis: written with each connection, so that they are back as soon as Redis
 * is, and each minute, so that those of a process that is gone expire. Nothing waits for it.
 */
export function startSettingLines(redis: Redis, lines: SettingLines, log: Log): AsyncDisposable {
  async function write(): Promise<void> {
    for (const [name, line] of Object.entries(lines))
      await redis.set(settingKey(name as SettingName), line, 'EX', settingLifetimeSeconds)
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
export async function readSettingLines(redis: Redis): Promise<SettingLines> {
  const lines = await redis.mget(settingNames.map(settingKey))
  return Object.fromEntries(settingNames.flatMap((name, index) => (lines[index] ? [[name, lines[index]]] : [])))
}
