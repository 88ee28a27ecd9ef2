import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { StartError } from './start-error.ts'

export const repoDir = fileURLToPath(new URL('../../../..', import.meta.url)).replace(/\/$/, '')

export type Settings = {
  /** The real environment over `.env`; an empty value counts as none. */
  env: NodeJS.ProcessEnv
  dataDir: string
  cacheDir: string
  port: number
  publicUrl: string
}

/** Everything that a person may set, read once. Relative paths start at the repository, wherever the command was typed. */
export function readSettings(environment: NodeJS.ProcessEnv, root = repoDir): Settings {
  const file = join(root, '.env')
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  const given = [...Object.entries(written), ...Object.entries(environment)].filter(([, value]) => value !== '')
  const env: NodeJS.ProcessEnv = Object.fromEntries(given)
  const port = Number(env.PORT ?? 8080)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT must be a number from 1 to 65535, and '${env.PORT}' is not.`)
  }
  if (!['auto', 'small', 'good', undefined].includes(env.LOCAL_CHAT_MODEL)) {
    throw new StartError(`LOCAL_CHAT_MODEL must be auto, small or good, and '${env.LOCAL_CHAT_MODEL}' is not.`)
  }
  return {
    env,
    dataDir: resolve(root, env.UTTER_DATA ?? '.local'),
    cacheDir: resolve(root, env.UTTER_CACHE ?? '.cache'),
    port,
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${port}`,
  }
}
