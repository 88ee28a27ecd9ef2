import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SampleSpool, samplesInMemory } from '../domain/samples.ts'

/** Samples that stay in memory, 4 MB: three quarters of a minute of speech. */
const usualInMemory = 2 ** 20
/** Samples that are read at once. */
const blockSamples = 2 ** 16
const bytesPerSample = Float32Array.BYTES_PER_ELEMENT

/**
 * The samples of a recording: of a long one in a file, since ten minutes are 50 MB, which a process has for each of its slots. The file has no name, so that it
 * ends with the processes that have it open. Where there is no room for it, or no `/proc` by which an engine opens it (Linux has one), they stay in memory.
 */
export function openSampleSpool(maxInMemory = usualInMemory): SampleSpool & AsyncDisposable {
  let memory = samplesInMemory()
  let file: FileHandle | undefined
  let inFile = 0
  let hasRoom = process.platform === 'linux'

  const write = async (to: FileHandle, samples: Float32Array, at: number) => {
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
    for (let done = 0; done < bytes.length; )
      done += (await to.write(bytes, done, bytes.length - done, at * bytesPerSample + done)).bytesWritten
  }
  async function* read(from: FileHandle, first: number, end: number) {
    for (let at = first; at < end; at += blockSamples) {
      const block = new Float32Array(Math.min(blockSamples, end - at))
      await from.read(block, 0, block.byteLength, at * bytesPerSample)
      yield block
    }
  }
  const close = async () => {
    const closing = file
    file = undefined
    inFile = 0
    await closing?.close()
  }
  /** Into a file from here on, if there is room for one. */
  const moveToFile = async () => {
    let opened: FileHandle | undefined
    try {
      opened = await openUnnamed()
      let at = 0
      for await (const part of memory.parts()) {
        await write(opened, part, at)
        at += part.length
      }
      ;[file, inFile, memory] = [opened, at, samplesInMemory()]
    } catch {
      await opened?.close()
      hasRoom = false
    }
  }
  const moveToMemory = async (from: FileHandle) => {
    hasRoom = false
    for await (const block of read(from, 0, inFile)) await memory.append(block)
    await close()
  }
  return {
    get length() {
      return file ? inFile : memory.length
    },
    get path() {
      return file && `/proc/${process.pid}/fd/${file.fd}`
    },
    parts: (from = 0, to = Number.POSITIVE_INFINITY) =>
      file ? read(file, from, Math.min(to, inFile)) : memory.parts(from, to),
    async append(samples) {
      if (!file && hasRoom && memory.length + samples.length > maxInMemory) await moveToFile()
      if (!file) return memory.append(samples)
      try {
        await write(file, samples, inFile)
        inFile += samples.length
      } catch {
        await moveToMemory(file)
        await memory.append(samples)
      }
    },
    async scale(from, to, factor) {
      if (!file) return memory.scale(from, to, factor)
      let at = from
      for await (const block of read(file, from, to)) {
        await write(
          file,
          block.map((sample) => sample * factor),
          at,
        )
        at += block.length
      }
    },
    async clear() {
      memory = samplesInMemory()
      await close()
    },
    [Symbol.asyncDispose]: close,
  }
}

async function openUnnamed(): Promise<FileHandle> {
  const name = join(tmpdir(), `utter-${randomUUID()}.f32`)
  const file = await open(name, 'wx+', 0o600)
  try {
    await unlink(name)
  } catch (error) {
    await file.close()
    throw error
  }
  return file
}
