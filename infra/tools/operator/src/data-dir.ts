import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

const repoDir = resolve(import.meta.dirname, '../../../..')

/**
 * The data folder of the platform that `npm start` runs: `UTTER_DATA` of the environment, else of `.env`; relative paths start at the repository.
 * Found here too, since `@utter/local` would bring every service into the operator's image.
 */
export function dataDirOf(environment: NodeJS.ProcessEnv, root = repoDir): string {
  const file = join(root, '.env')
  const written = existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
  return resolve(root, environment.UTTER_DATA || written.UTTER_DATA || '.local')
}
