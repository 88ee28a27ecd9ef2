import { createHash } from 'node:crypto'
import { copyFile, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fetchOnce } from '@utter/local/cache/fetch'
import { runTool } from '@utter/local/cache/run-tool'
import { repoDir } from '@utter/local/settings'
import type { BenchContext } from '../bench-context.ts'

const source = join(repoDir, 'infra/tools/bench/peers')

/** The folder with the packages that we are measured against, in the versions of their lock file; the product never has them. */
export async function installPeers(context: BenchContext): Promise<string> {
  const lock = await readFile(join(source, 'package-lock.json'))
  const folder = await fetchOnce({
    cacheDir: context.settings.cacheDir,
    name: 'bench-peers',
    version: createHash('sha256').update(lock).digest('hex').slice(0, 8),
    label: 'BullMQ, graphile-worker, kafkajs and Lighthouse',
    report: context.report,
    make: async (tmpDir) => {
      for (const file of ['package.json', 'package-lock.json']) await copyFile(join(source, file), join(tmpDir, file))
      await runTool('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: tmpDir })
    },
  })
  const { packages } = JSON.parse(lock.toString()) as { packages: Record<string, { version: string }> }
  for (const name of ['bullmq', 'graphile-worker', 'kafkajs', 'lighthouse']) {
    const version = packages[`node_modules/${name}`]?.version
    if (version) context.machine.peers[name] = version
  }
  return folder
}

/** Loads a package of that folder. */
export const requirePeer = (folder: string, name: string): unknown => createRequire(join(folder, 'package.json'))(name)
