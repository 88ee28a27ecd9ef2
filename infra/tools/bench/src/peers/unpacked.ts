import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { debianRelease, downloadPackages, missingLibraries } from '@utter/local/backing/debian'
import { fetchOnce } from '@utter/local/cache/fetch'
import { runTool } from '@utter/local/cache/run-tool'
import type { BenchContext } from '../bench-context.ts'

type Wanted = {
  name: string
  label: string
  packages: [string, ...string[]]
  after?: (folder: string) => Promise<void>
}

/** A folder with Debian packages unpacked in it, fetched once into the cache; nothing is installed. */
export async function unpacked(
  { settings, report }: BenchContext,
  { name, label, packages, after }: Wanted,
): Promise<{ folder: string; libraryPath: string }> {
  const folder = await fetchOnce({
    cacheDir: settings.cacheDir,
    name: `bench-${name}`,
    version: await debianRelease(settings.env),
    label,
    report,
    make: async (tmpDir) => {
      const downloads = join(tmpDir, 'packages')
      await mkdir(downloads)
      await downloadPackages(downloads, packages, missingLibraries)
      for (const file of await readdir(downloads)) await runTool('dpkg', ['-x', join(downloads, file), tmpDir])
      for (const used of [downloads, `${downloads}-lists`]) await rm(used, { recursive: true, force: true })
      await after?.(tmpDir)
    },
  })
  return {
    folder,
    libraryPath: (await Promise.all(['usr/lib', 'lib'].map((one) => foldersIn(join(folder, one))))).flat().join(':'),
  }
}

/** Libraries are in a folder that is named after the processor. */
async function foldersIn(libraries: string): Promise<string[]> {
  const entries = await readdir(libraries, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(libraries, name))
}
