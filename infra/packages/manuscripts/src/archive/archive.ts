import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { type Entry, fromRandomAccessReaderPromise, validateFileName, type ZipFile } from 'yauzl'
import { ManuscriptFault, type ManuscriptLimits } from '../manuscript.ts'
import type { ManuscriptFile } from '../manuscript-file.ts'
import { ZipReader } from './zip-reader.ts'

const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
/** Smaller files may be as dense as they like: a chapter of one repeated sentence is. */
const minSuspectBytes = 8 * 1_024 * 1_024
const stored = 0
const deflated = 8

/** The files of a ZIP archive by their paths. */
export type Archive = {
  has: (path: string) => boolean
  /**
   * The bytes of a file, unpacked away from this thread, never more than were declared.
   * @throws ManuscriptFault where there is none of that path, it is damaged, or a limit is passed
   */
  read: (path: string, options?: { maxBytes?: number }) => Promise<Buffer>
}

/**
 * @param label of the whole file in sentences: `EPUB`
 * @throws ManuscriptFault for an archive that is damaged, has too many files, or two of one path
 */
export async function readArchive(file: ManuscriptFile, label: string, limits: ManuscriptLimits): Promise<Archive> {
  const damaged = (cause?: unknown) =>
    new ManuscriptFault(`The ${label} is damaged or cut short and cannot be read`, { cause })
  const zip = await fromRandomAccessReaderPromise(new ZipReader(file), file.size, {
    ...{ decodeStrings: false, autoClose: false },
  }).catch((cause: unknown) => {
    throw damaged(cause)
  })
  const entries = await entriesOf(zip, { label, limits, damaged })
  let unpackedBytes = 0

  return {
    has: (path) => entries.has(path),
    read: async (path, { maxBytes = limits.maxUnpackedBytes } = {}) => {
      const entry = entries.get(path)
      if (!entry) throw new ManuscriptFault(`The ${label} lacks its file ${shown(path)}`)
      unpackedBytes += entry.uncompressedSize
      refuseBombs(entry, { unpackedBytes, label, limits })
      if (entry.uncompressedSize > maxBytes)
        throw new ManuscriptFault(`The file ${shown(path)} in it is far longer than that of a book`)
      if (entry.isEncrypted()) throw new ManuscriptFault(`The ${label} is protected by a password and cannot be read`)
      try {
        const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
        return await contentOf(entry, await file.read(fileDataStart, fileDataStart + entry.compressedSize))
      } catch (cause) {
        throw damaged(cause)
      }
    },
  }
}

type Opening = { label: string; limits: ManuscriptLimits; damaged: (cause?: unknown) => ManuscriptFault }

async function entriesOf(zip: ZipFile, { label, limits, damaged }: Opening): Promise<Map<string, Entry>> {
  if (zip.entryCount > limits.maxEntries)
    throw new ManuscriptFault(`The ${label} has more than ${limits.maxEntries.toLocaleString('en-US')} files in it`)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      const path = pathOf(entry, label)
      if (entries.has(path)) throw new ManuscriptFault(`The ${label} has two files under the name ${shown(path)}`)
      entries.set(path, entry)
    }
  } catch (cause) {
    throw cause instanceof ManuscriptFault ? cause : damaged(cause)
  }
  return entries
}

function pathOf({ fileNameRaw }: Entry, label: string): string {
  let path: string
  try {
    path = new TextDecoder('utf-8', { fatal: true }).decode(fileNameRaw).replaceAll('\\', '/')
  } catch (cause) {
    throw new ManuscriptFault(`The ${label} has a file whose name is not UTF-8`, { cause })
  }
  if (path.includes('\0') || validateFileName(path) !== null)
    throw new ManuscriptFault(`The ${label} has a file whose name leads out of it: ${shown(path)}`)
  return path
}

function refuseBombs(
  { compressedSize, uncompressedSize }: Entry,
  { unpackedBytes, label, limits }: { unpackedBytes: number; label: string; limits: ManuscriptLimits },
): void {
  const isDense = uncompressedSize > minSuspectBytes && uncompressedSize > compressedSize * limits.maxRatio
  if (unpackedBytes <= limits.maxUnpackedBytes && !isDense) return
  const megabytes = Math.round(limits.maxUnpackedBytes / 1_024 / 1_024)
  throw new ManuscriptFault(
    isDense
      ? `The ${label} unpacks to far more than a book has`
      : `The ${label} unpacks to more than ${megabytes} MB of text and markup`,
  )
}

/** @throws Error where the bytes are not those that were declared */
async function contentOf(entry: Entry, packed: Buffer): Promise<Buffer> {
  const { compressionMethod, uncompressedSize } = entry
  if (compressionMethod !== stored && compressionMethod !== deflated)
    throw new Error(`compression method ${compressionMethod}`)
  const content =
    compressionMethod === stored ? packed : await inflate(packed, { maxOutputLength: Math.max(uncompressedSize, 1) })
  if (content.length !== uncompressedSize) throw new Error(`${content.length} bytes, and not ${uncompressedSize}`)
  if (crc32(content) !== entry.crc32) throw new Error('the checksum is another')
  return content
}

/** Bound of a file that lists other things, all of which are kept while the book is read. */
export const maxListBytes = 4 * 1_024 * 1_024

/** A path in a sentence. */
export const shown = (path: string): string => path.replace(/[^\p{L}\p{N}\p{P} ]/gu, '?').slice(0, 100)
