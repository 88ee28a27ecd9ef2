import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = join(import.meta.dirname, '../../../../package.json')

/** The version of Utter that this process is of, as the last release wrote it; `unknown` where its manifest is not there. */
export const productVersion: string = versionIn(manifest)

function versionIn(file: string): string {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version ?? 'unknown'
  } catch {
    return 'unknown'
  }
}
