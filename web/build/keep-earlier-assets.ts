import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const keptForMs = 7 * 24 * 60 * 60_000
/** When each asset that is no longer built was replaced, in ms; a dot folder, which the gateway does not serve. */
const record = '.vite/earlier-assets.json'

/**
 * Assets of earlier builds, for 7 days after their replacement: a tab that was opened before a deployment still asks for their names.
 * @param earlierDir the build before this one; a folder that does not exist has none
 */
export const keepEarlierAssets = (earlierDir: string): Plugin => ({
  name: 'keep-earlier-assets',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: ({ dir = '' }) => (dir === earlierDir ? undefined : carryOver(earlierDir, dir, Date.now())),
  },
})

export async function carryOver(earlierDir: string, dir: string, nowMs: number): Promise<void> {
  const replacedAt: Record<string, number> = JSON.parse(
    await readFile(join(earlierDir, record), 'utf8').catch(() => '{}'),
  )
  const built = new Set(await namesIn(dir))
  const kept: Record<string, number> = {}
  for (const name of await namesIn(earlierDir)) {
    const since = replacedAt[name] ?? nowMs
    if (built.has(name) || nowMs - since > keptForMs) continue
    await copyFile(join(earlierDir, 'assets', name), join(dir, 'assets', name))
    kept[name] = since
  }
  await mkdir(dirname(join(dir, record)), { recursive: true })
  await writeFile(join(dir, record), JSON.stringify(kept))
}

const namesIn = (dir: string) => readdir(join(dir, 'assets')).catch(() => [])
