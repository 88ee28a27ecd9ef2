import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

type Entry = { path: string; sizeBytes: number; modifiedMs: number; sha256: string }
const manifestName = 'manifest.json'

/** Writes the manifest of a finished folder, every file with its size and hash, so that a later start finds damage. */
export async function writeManifest(folder: string): Promise<{ sizeBytes: number }> {
  const entries: Entry[] = []
  for (const path of await filesOf(folder))
    entries.push({ path, ...(await measure(folder, path)), sha256: await sha256(join(folder, path)) })
  await writeFile(join(folder, manifestName), JSON.stringify(entries, null, 1))
  return { sizeBytes: entries.reduce((sum, entry) => sum + entry.sizeBytes, 0) }
}

/** Whether the folder matches its manifest. A file of the same size and time counts as the same; a touched one is hashed again. */
export async function matchesManifest(folder: string): Promise<boolean> {
  try {
    const entries = JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as Entry[]
    for (const entry of entries) {
      const now = await measure(folder, entry.path)
      if (now.sizeBytes !== entry.sizeBytes) return false
      if (now.modifiedMs === entry.modifiedMs) continue
      if ((await sha256(join(folder, entry.path))) !== entry.sha256) return false
      await utimes(join(folder, entry.path), new Date(entry.modifiedMs), new Date(entry.modifiedMs))
    }
    return true
  } catch {
    return false
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

async function measure(folder: string, path: string) {
  const { size, mtimeMs } = await stat(join(folder, path))
  return { sizeBytes: size, modifiedMs: Math.floor(mtimeMs) }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
