import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchContext } from './bench-context.ts'

/** The gateway reads its page when it starts; none is asked for here, so an empty one will do. */
export async function emptyWeb({ dataDir }: BenchContext): Promise<string> {
  const folder = join(dataDir, 'web')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>bench</title>')
  return folder
}
