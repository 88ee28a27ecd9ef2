import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Samples in a file that an engine of this process opens by its path, as `openSamples` reads it. The file has no name, so that it ends with the processes that
 * have it open.
 * @returns undefined where there is no room for it, or no `/proc` (Linux has one): they go by a message then
 */
export async function spooledSamples(parts: Float32Array[]): Promise<({ path: string } & AsyncDisposable) | undefined> {
  if (process.platform !== 'linux') return undefined
  const name = join(tmpdir(), `utter-${randomUUID()}.f32`)
  let file: FileHandle | undefined
  try {
    file = await open(name, 'wx+', 0o600)
    await unlink(name)
    for (const { buffer, byteOffset, byteLength } of parts)
      await file.appendFile(Buffer.from(buffer, byteOffset, byteLength))
  } catch {
    await file?.close()
    return undefined
  }
  const own = file
  return { path: `/proc/${process.pid}/fd/${own.fd}`, [Symbol.asyncDispose]: () => own.close() }
}
