import { cp, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { matchesManifest } from '../cache/manifest.ts'

/**
 * Copies fetched models into a folder where they may be in use: each has the name of its version, is whole or not
 * there, and the links are moved last. Models that match their manifest stay; older versions stay too, since a process
 * that runs may still read them.
 * @returns the names of what was copied
 */
export async function fillFolder(from: string, to: string): Promise<string[]> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  const copied: string[] = []
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const target = join(to, name)
    if (await matchesManifest(target)) continue
    const draft = `${target}.part`
    await rm(draft, { recursive: true, force: true })
    await cp(join(from, name), draft, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
    await rm(target, { recursive: true, force: true })
    await rename(draft, target)
    copied.push(name)
  }
  for (const { name } of entries.filter((entry) => entry.isSymbolicLink())) {
    const draft = join(to, `${name}.part`)
    await rm(draft, { force: true })
    await symlink(await readlink(join(from, name)), draft)
    await rename(draft, join(to, name))
  }
  return copied
}
