import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type AudioFile, type AudioFiles, checkedName } from './files.ts'

const isDraft = /\.[\w-]+\.part$/

/** Audio in a folder, spread over 256 subfolders so that none grows too long. */
export async function openAudioFolder(folder: string): Promise<AudioFiles> {
  await mkdir(folder, { recursive: true })
  const path = (name: string) => join(folder, name.slice(0, 2), checkedName(name))
  return {
    async write(name, bytes) {
      const target = path(name)
      await mkdir(join(folder, name.slice(0, 2)), { recursive: true })
      const draft = join(folder, name.slice(0, 2), `.${randomUUID()}.part`)
      try {
        const file = await open(draft, 'wx')
        try {
          await file.writeFile(bytes)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, target)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async find(name) {
      const found = await unlessGone(stat(path(name)))
      return found && { name, sizeBytes: found.size, modifiedAt: found.mtime }
    },
    read: (name, range) => createReadStream(path(name), range),
    remove: (name) => rm(path(name), { force: true }),
    async removeAll(prefix) {
      const within = dirname(path(prefix))
      const names = (await unlessGone(readdir(within))) ?? []
      await Promise.all(
        names.filter((name) => name.startsWith(prefix)).map((name) => rm(join(within, name), { force: true })),
      )
    },
    async removeDrafts(before) {
      let removed = 0
      for await (const name of namesIn(folder)) {
        if (!isDraft.test(name)) continue
        const draft = join(folder, name)
        const found = await unlessGone(stat(draft))
        if (!found || found.mtime >= before) continue
        await rm(draft, { force: true })
        removed++
      }
      return removed
    },
    async *list() {
      for await (const name of namesIn(folder)) {
        if (basename(name).startsWith('.')) continue
        const found = await unlessGone(stat(join(folder, name)))
        if (!found) continue
        yield { name: basename(name), sizeBytes: found.size, modifiedAt: found.mtime } satisfies AudioFile
      }
    },
  }
}

/** The files of all subfolders, read in small portions: ten million names at once would be 3 GB. */
async function* namesIn(folder: string): AsyncGenerator<string> {
  for await (const entry of await opendir(folder)) {
    if (!entry.isDirectory()) continue
    for await (const file of await opendir(join(folder, entry.name))) yield join(entry.name, file.name)
  }
}

/** Undefined for a file that was listed and is gone: renamed by a writer, or removed by another replica's sweep. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
