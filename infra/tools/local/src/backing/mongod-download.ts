import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fetchOnce } from '../cache/fetch.ts'
import type { StartContext } from './server.ts'

const version = '7.0.24'
const askAgainAfterMs = 24 * 3_600_000

/** A mongod from its maker, or undefined where that cannot be reached: remembered for a day, since giving up takes seconds. */
export async function downloadMongod({ cacheDir, report }: StartContext): Promise<string | undefined> {
  const refused = join(cacheDir, 'mongod-refused')
  const refusedMs = Number(await readFile(refused, 'utf8').catch(() => 0))
  if (Date.now() - refusedMs < askAgainAfterMs) return undefined
  const quiet = Object.assign(
    (sentence: string) => sentence.includes(' was ') && report(sentence),
    report.progress ? { progress: report.progress } : {},
  )
  try {
    const folder = await fetchOnce({
      cacheDir,
      name: 'mongod',
      version,
      label: `MongoDB ${version}`,
      report: quiet,
      make: async (tmpDir) => {
        const { MongoBinary } = await import('mongodb-memory-server-core')
        await MongoBinary.getPath({ downloadDir: tmpDir, version, checkMD5: true })
      },
    })
    await rm(refused, { force: true })
    return await binaryIn(folder)
  } catch {
    await mkdir(cacheDir, { recursive: true })
    await writeFile(refused, String(Date.now()))
    return undefined
  }
}

async function binaryIn(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.startsWith('mongod') && !file.endsWith('.tgz'))
  if (!name) throw new Error('The archive holds no mongod')
  return join(folder, name)
}
