import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { parse } from 'yaml'

/** The parts of a service in docker-compose.yml that a rule looks at, with variables filled in. */
export type ComposeService = {
  image: string
  build?: { target: string; args?: Record<string, string> }
  environment?: Record<string, string | null>
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
  profiles?: string[]
  network_mode?: string
  networks?: string[] | Record<string, { ipv4_address?: string }>
  volumes?: string[]
  tmpfs?: string[]
  read_only?: boolean
  cap_drop?: string[]
  stop_grace_period?: string
  mem_limit?: string
  command?: string | string[]
}

const read = (path: string) => readFileSync(join(repoDir, path), 'utf8')

/** docker-compose.yml with its aliases resolved, of which it has more than the parser takes from a stranger; variables as they are written. */
export const writtenCompose = (): { services: Record<string, Record<string, unknown>> } =>
  parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 })

/** The services of docker-compose.yml. @throws where a variable that must be set is not in `env` */
export function readCompose(env: Record<string, string>): Record<string, ComposeService> {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string') return interpolate(value, env)
    if (Array.isArray(value)) return value.map(fill)
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fill(one)]))
    return value
  }
  return fill(writtenCompose().services) as Record<string, ComposeService>
}

/**
 * Compose's own forms: `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME:+instead}`, `${NAME:?what to do}`, one within another. Without the colon a
 * variable that is set and empty counts as set.
 */
export function interpolate(text: string, env: Record<string, string>): string {
  const innermost = /\$(?:\{(\w+)(?:(:?)([-+?])([^${}]*))?\}|(\w+))/
  const found = innermost.exec(text)
  if (!found) return text
  const [all, braced, colon, kind, word = '', plain] = found
  const name = braced ?? plain ?? ''
  const value = env[name] ?? ''
  const isSet = colon ? value !== '' : name in env
  if (kind === '?' && !isSet) throw new Error(`${name} ${word}`)
  const filled = kind === '+' ? (isSet ? word : '') : kind === '-' && !isSet ? word : value
  return interpolate(
    text.replace(all, () => filled),
    env,
  )
}

/** The variables that an image of ours sets itself. */
export const imageEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    [...read('infra/docker/Dockerfile').matchAll(/^ENV (.+)$/gm)]
      .flatMap(([, pairs = '']) => pairs.split(' '))
      .map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  )
