import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, opendir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AudioFile, AudioFiles } from './audio-files.ts'

const isName = /^[\w-][\w.-]{0,200}$/
const isDraft = /\.[\w-]+\.part$/

/** Audio in a folder, spread over 256 subfolders so that none grows too long. */
export async function openAudioFolder(folder: string): Promise<AudioFiles> {
  await mkdir(folder, { recursive: true })
  const path = (name: string) => {
    if (!isName.test(name)) throw new Error('not a name of an audio file')
    return join(folder, name.slice(0, 2), name)
  }
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
      try {
        const { size, mtime } = await stat(path(name))
        return { name, sizeBytes: size, modifiedAt: mtime }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    read: (name, range) => createReadStream(path(name), range),
    remove: (name) => rm(path(name), { force: true }),
    async removeDrafts(before) {
      let removed = 0
      for (const path of await readdir(folder, { recursive: true })) {
        if (!isDraft.test(path) || (await stat(join(folder, path))).mtime >= before) continue
        await rm(join(folder, path), { force: true })
        removed++
      }
      return removed
    },
    async *list() {
      for await (const entry of await opendir(folder)) {
        if (!entry.isDirectory()) continue
        for await (const file of await opendir(join(folder, entry.name))) {
          if (file.name.startsWith('.')) continue
          const { size, mtime } = await stat(join(folder, entry.name, file.name))
          yield { name: file.name, sizeBytes: size, modifiedAt: mtime } satisfies AudioFile
        }
      }
    },
  }
}
