import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { waitForLock } from './cache/lock.ts'
import { runTool } from './cache/run-tool.ts'
import type { Report } from './report.ts'
import { repoDir } from './settings.ts'
import { messageOf, StartError } from './start-error.ts'

const web = join(repoDir, 'web')
/** The sources of the pages; `.env` may name prices that are built in. */
const sources = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/build',
  'web/vite.config.ts',
  'web/package.json',
  'infra/packages/contracts/src',
  'package-lock.json',
  '.env',
]

/** Builds the pages when their sources are newer than they are. A build that is broken off leaves the old ones as they were. */
export async function buildWeb({ env, report }: { env: NodeJS.ProcessEnv; report: Report }): Promise<void> {
  if (await isFresh()) return
  const lock = await waitForLock(join(web, '.cache/build.lock'), () =>
    report('The web pages are being built by another process; waiting for it.'),
  )
  try {
    if (await isFresh()) return
    const startedMs = Date.now()
    report('The web pages are being built.')
    const made = join(web, '.cache/dist')
    await mkdir(made, { recursive: true })
    const args = [
      join(repoDir, 'node_modules/vite/bin/vite.js'),
      'build',
      '--outDir',
      made,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ]
    await runTool(process.execPath, args, { cwd: web, env: { ...env, NODE_ENV: 'production' } })
    await rm(join(web, 'dist'), { recursive: true, force: true })
    await rename(made, join(web, 'dist'))
    report(`The web pages were built in ${Math.round((Date.now() - startedMs) / 1000)} s.`)
  } catch (error) {
    throw new StartError(`The web pages could not be built: ${messageOf(error)}.`, { cause: error })
  } finally {
    lock.release()
  }
}

async function isFresh(): Promise<boolean> {
  const builtMs = await modifiedMs(join(web, 'dist/index.html'))
  const newestMs = Math.max(...(await Promise.all(sources.map((source) => newestIn(join(repoDir, source))))))
  return builtMs > newestMs
}

async function newestIn(path: string): Promise<number> {
  const below = await readdir(path, { recursive: true }).catch(() => [])
  return Math.max(...(await Promise.all([path, ...below.map((name) => join(path, name))].map(modifiedMs))))
}

const modifiedMs = async (path: string) => (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
