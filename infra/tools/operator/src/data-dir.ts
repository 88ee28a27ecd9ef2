import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

const repoDir = resolve(import.meta.dirname, '../../../..')

// Read here too, since `@utter/local` would bring every service into the operator's image.

/** The environment over `.env`, as `npm start` has it; an empty value counts as none. */
export function withDotEnv(environment: NodeJS.ProcessEnv, root = repoDir): NodeJS.ProcessEnv {
  const file = join(root, '.env')
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return Object.fromEntries([...Object.entries(written), ...Object.entries(environment)].filter(([, value]) => value))
}

/** The data folder of the platform that `npm start` runs; relative paths start at the repository. */
export const dataDirOf = (environment: NodeJS.ProcessEnv, root = repoDir): string =>
  resolve(root, withDotEnv(environment, root).UTTER_DATA ?? '.local')
