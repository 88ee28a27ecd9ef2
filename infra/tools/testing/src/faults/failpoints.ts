import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ownPlatform } from '../setup/provided.ts'

/** The named process dies when it next reaches this failpoint. @returns a file that is gone once it did */
export function arm(name: string, failpoint: string): string {
  const folder = join(ownPlatform().dataDir, 'failpoints', name)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, failpoint)
  writeFileSync(file, '')
  return file
}
