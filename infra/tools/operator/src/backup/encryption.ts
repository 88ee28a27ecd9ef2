import { open, readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'
import { UsageError } from '../usage-sentence.ts'

// Backups in the format of age (age-encryption.org/v1), which its own programs read too: who makes them needs public keys alone.

const firstLine = 'age-encryption.org/v1\n'

/** A step of a pipeline that encrypts to each of these public keys. @throws UsageError for what is no public key */
export function encryptTo(recipients: string[]) {
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new UsageError(`${recipient} is no public key of age: it begins with age1.`)
    }
  }
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* (await encrypter.encrypt(webStreamOf(source))) as WebStream<Uint8Array>
  }
}

/** The secret keys in a file of `age-keygen`, each on a line; lines with `#` are comments. @throws UsageError where there is none */
export async function readIdentities(file: string): Promise<string[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`The file of keys ${file} cannot be read: ${error.code}.`)
  })
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'))
  if (identities.length === 0) throw new UsageError(`There is no key in ${file}.`)
  return identities
}

export async function isEncrypted(file: string): Promise<boolean> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(firstLine.length))
  return buffer.toString('latin1', 0, bytesRead) === firstLine
}

/** A step of a pipeline that decrypts. @throws UsageError when none of these secret keys is the file's */
export function decryptWith(file: string, identities: string[]) {
  if (identities.length === 0) throw new UsageError(`${file} is encrypted: --identity FILE has its key.`)
  const decrypter = new Decrypter()
  for (const identity of identities) {
    try {
      decrypter.addIdentity(identity)
    } catch {
      throw new UsageError('A line of the file of keys is no secret key of age.')
    }
  }
  return async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const decrypted = await decrypter.decrypt(webStreamOf(source)).catch((error: Error) => {
      throw /no identity matched/.test(error.message) ? new UsageError(`No key that was given opens ${file}.`) : error
    })
    yield* decrypted as WebStream<Uint8Array>
  }
}

const webStreamOf = (source: AsyncIterable<Uint8Array>) =>
  Readable.toWeb(Readable.from(source)) as ReadableStream<Uint8Array>
