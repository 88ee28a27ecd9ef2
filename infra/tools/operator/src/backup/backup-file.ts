import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline as piped, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import mongoose, { type mongo } from 'mongoose'
import { UsageError } from '../usage-sentence.ts'
import { decryptWith, encryptTo, isEncrypted } from './encryption.ts'

const { EJSON } = mongoose.mongo.BSON

// A file of lines, each canonical Extended JSON, in gzip: a header, the documents, the manifest of the audio, and a trailer that counts them. With
// public keys it is encrypted.

const version = 1

export type Header = { utterBackup: number; startedAt: Date }
export type DocumentLine = { in: string; document: mongo.Document }
export type AudioLine = { audio: { name: string; sizeBytes: number; sha256: string } }
/** Documents by `database.collection`, and audio files. */
export type Counts = { documents: Record<string, number>; audio: number }
type Trailer = { end: Counts }
type Line = Header | DocumentLine | AudioLine | Trailer

/** Writes the file whole or not at all. @param recipients public keys of age; without any it is not encrypted @returns what is in it */
export async function writeBackup(
  file: string,
  startedAt: Date,
  content: AsyncIterable<DocumentLine | AudioLine>,
  recipients: string[] = [],
): Promise<Counts> {
  const encrypt = recipients.length > 0 ? encryptTo(recipients) : (bytes: AsyncIterable<Uint8Array>) => bytes
  const counts: Counts = { documents: {}, audio: 0 }
  async function* lines() {
    yield lineOf({ utterBackup: version, startedAt })
    for await (const line of content) {
      count(counts, line)
      yield lineOf(line)
    }
    yield lineOf({ end: counts })
  }
  const draft = `${file}.part`
  try {
    // It has password hashes and customers' texts.
    const target = createWriteStream(draft, { mode: 0o600, flush: true })
    await pipeline(Readable.from(lines()), createGzip(), encrypt, target)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return counts
}

/** Reads the whole file once. @throws UsageError for a file that is cut, damaged, of another version, or encrypted with another key */
export async function checkBackup(
  file: string,
  identities: string[] = [],
): Promise<{ startedAt: Date; counts: Counts }> {
  const counts: Counts = { documents: {}, audio: 0 }
  let header: Header | undefined
  let trailer: Trailer | undefined
  try {
    for await (const line of linesOf(file, identities)) {
      if (!header) header = headerOf(file, line)
      else if (trailer) throw new UsageError(`${file} goes on after its end.`)
      else if ('end' in line) trailer = line
      else count(counts, line as DocumentLine | AudioLine)
    }
  } catch (error) {
    if (error instanceof UsageError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${file}.`)
    throw new UsageError(`${file} is damaged, or cut off: ${(error as Error).message}.`)
  }
  if (!header || !trailer || !isSame(counts, trailer.end)) throw new UsageError(`${file} is cut off.`)
  return { startedAt: header.startedAt, counts }
}

/** The start of a backup, by its first line alone; of one that is encrypted its end. @throws for a file of another kind or version */
export async function backupStartedAt(file: string): Promise<Date> {
  if (await isEncrypted(file)) return (await stat(file)).mtime
  for await (const line of linesOf(file)) return headerOf(file, line).startedAt
  throw new UsageError(`${file} is empty.`)
}

/** The documents and the manifest of a file that was checked. */
export async function* contentOf(file: string, identities: string[] = []): AsyncGenerator<DocumentLine | AudioLine> {
  for await (const line of linesOf(file, identities)) if ('document' in line || 'audio' in line) yield line
}

function headerOf(file: string, line: Line): Header {
  if (!('utterBackup' in line)) throw new UsageError(`${file} is no backup.`)
  // Canonical numbers are objects of BSON.
  if (Number(line.utterBackup) !== version)
    throw new UsageError(`${file} has the form ${line.utterBackup}, and this program reads ${version}.`)
  return line
}

function count(counts: Counts, line: DocumentLine | AudioLine): void {
  if ('audio' in line) counts.audio++
  else counts.documents[line.in] = (counts.documents[line.in] ?? 0) + 1
}

function isSame(counted: Counts, written: Counts): boolean {
  const names = new Set([...Object.keys(counted.documents), ...Object.keys(written.documents)])
  return (
    counted.audio === Number(written.audio) &&
    [...names].every((name) => counted.documents[name] === Number(written.documents[name]))
  )
}

const lineOf = (line: Line): string => `${EJSON.stringify(line, { relaxed: false })}\n`

async function* linesOf(file: string, identities: string[] = []): AsyncGenerator<Line> {
  const bytes = createReadStream(file)
  const plain = (await isEncrypted(file)) ? Readable.from(decryptWith(file, identities)(bytes)) : bytes
  const text = piped(plain, createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield EJSON.parse(line, { relaxed: false }) as Line
  }
  if (rest !== '') throw new Error('its last line has no end')
}
