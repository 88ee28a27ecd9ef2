import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceUnavailable } from '@utter/http/problem'
import type { ManuscriptFile } from '@utter/manuscripts/manuscript-file'

/**
 * A body on the disk, for as long as it is read: nothing of it stays in memory. It has no name from its beginning on, so that it ends with its process.
 * @throws what the body throws; Problem 503 where the disk takes no more
 */
export async function spooled(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<ManuscriptFile & AsyncDisposable> {
  const path = join(tmpdir(), `utter-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600).catch(refuse)
  try {
    await unlink(path)
    let size = 0
    for await (const bytes of body) {
      await file.appendFile(bytes).catch(refuse)
      size += bytes.length
    }
    return {
      size,
      async read(start, end) {
        const buffer = Buffer.alloc(Math.max(0, Math.min(end, size) - start))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, start)
        return buffer.subarray(0, bytesRead)
      },
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const partBytes = 64 * 1024

/**
 * A body that is on the disk while it comes, and is read from there once it may be. Nothing is made of it before its first part is asked for.
 * @throws as `spooled`
 */
export async function* readLater(body: AsyncIterable<Uint8Array>, mayBeRead: () => Promise<void>) {
  await using file = await spooled(body)
  await mayBeRead()
  for (let at = 0; at < file.size; at += partBytes) yield await file.read(at, at + partBytes)
}

const refuse = (cause: unknown): never => {
  throw serviceUnavailable(cause)
}
