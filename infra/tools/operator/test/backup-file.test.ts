import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import {
  type AudioLine,
  backupStartedAt,
  checkBackup,
  contentOf,
  type DocumentLine,
  writeBackup,
} from '../src/backup/backup-file.ts'
import { readIdentities } from '../src/backup/encryption.ts'

const startedAt = new Date('2026-03-01T10:00:00Z')
const lines: (DocumentLine | AudioLine)[] = [
  ...Array.from({ length: 500 }, (_, index) => ({
    in: 'jobs.jobs',
    document: { _id: `job-${index}`, createdAt: startedAt, userText: 'Two\nlines, “quoted” – and 🎧.' },
  })),
  { in: 'account.users', document: { _id: 'ada', apiKeys: [{ id: 'k', expiresAt: new Date(0) }], device: null } },
  { audio: { name: 'job-1.a.mp3', sizeBytes: 5, sha256: 'abc' } },
]
async function* content() {
  yield* lines
}

const { path: folder } = await closedAfterAll(openFolder())
const whole = join(folder, 'whole')
await writeBackup(whole, startedAt, content())

/** A file with these bytes. */
async function other(bytes: Buffer): Promise<string> {
  const file = join(folder, 'other')
  await writeFile(file, bytes)
  return file
}
const textOf = async () => gunzipSync(await readFile(whole)).toString()

test('what is read is what was written, with dates as dates', async () => {
  const read: unknown[] = []
  for await (const line of contentOf(whole)) read.push(line)
  expect(read).toEqual(
    lines.map((line) => ('audio' in line ? { audio: expect.objectContaining({ name: 'job-1.a.mp3' }) } : line)),
  )
  expect(await checkBackup(whole)).toEqual({
    startedAt,
    counts: { documents: { 'jobs.jobs': 500, 'account.users': 1 }, audio: 1 },
  })
})

test('the file is for its owner alone: it has password hashes', async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600)
})

test('a file that is cut anywhere is refused', async () => {
  const bytes = await readFile(whole)
  for (const length of [0, 1, 20, bytes.length / 2, bytes.length - 9, bytes.length - 1])
    await expect(checkBackup(await other(bytes.subarray(0, length)))).rejects.toThrow(/cut off/)
})

test('a file of whole lines without its end, or without one of its documents, is refused', async () => {
  const all = (await textOf()).trimEnd().split('\n')
  for (const some of [all.slice(0, -1), all.toSpliced(7, 1), all.toSpliced(-2, 1)])
    await expect(checkBackup(await other(gzipSync(`${some.join('\n')}\n`)))).rejects.toThrow(/cut off/)
})

test('a changed byte is found by the checksum of gzip', async () => {
  const bytes = Buffer.from(await readFile(whole))
  const middle = bytes.length >> 1
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle)
  await expect(checkBackup(await other(bytes))).rejects.toThrow(/damaged/)
})

test('a file of another version, and one that is no backup, are refused by name', async () => {
  const later = (await textOf()).replace('{"utterBackup":{"$numberInt":"1"}', '{"utterBackup":{"$numberInt":"2"}')
  await expect(checkBackup(await other(gzipSync(later)))).rejects.toThrow('has the form 2, and this program reads 1')
  await expect(checkBackup(await other(gzipSync('{"a":1}\n')))).rejects.toThrow('is no backup')
})

test('a backup that breaks off leaves nothing under its name', async () => {
  async function* broken() {
    yield* lines.slice(0, 3)
    throw new Error('the database is gone')
  }
  const file = join(folder, 'broken')
  await expect(writeBackup(file, startedAt, broken())).rejects.toThrow('the database is gone')
  await expect(stat(file)).rejects.toThrow('ENOENT')
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
})

describe('a backup that is encrypted', async () => {
  const [secret, otherSecret] = await Promise.all([generateIdentity(), generateIdentity()])
  const recipients = await Promise.all([secret, otherSecret].map(identityToRecipient))
  const encrypted = join(folder, 'encrypted')
  await writeBackup(encrypted, startedAt, content(), recipients)

  test('is read with each of its keys, and has nothing to be read without one', async () => {
    const text = await readFile(encrypted, 'latin1')
    expect(text.startsWith('age-encryption.org/v1\n')).toBe(true)
    const plain = await readFile(whole)
    expect(text).not.toContain(plain.subarray(10, 40).toString('latin1'))
    for (const key of [secret, otherSecret]) {
      expect((await checkBackup(encrypted, [key])).counts.documents).toEqual({ 'jobs.jobs': 500, 'account.users': 1 })
      let documents = 0
      for await (const line of contentOf(encrypted, [key])) if ('document' in line) documents++
      expect(documents).toBe(501)
    }
  })

  test('is refused without a key, with another key, and when it was changed or cut, with the reason', async () => {
    await expect(checkBackup(encrypted)).rejects.toThrow('is encrypted: --identity FILE has its key')
    await expect(checkBackup(encrypted, [await generateIdentity()])).rejects.toThrow('No key that was given opens')
    await expect(checkBackup(encrypted, ['AGE-SECRET-KEY-1X'])).rejects.toThrow('no secret key of age')
    const bytes = await readFile(encrypted)
    await expect(checkBackup(await other(bytes.subarray(0, -1)), [secret])).rejects.toThrow(/damaged/)
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
    await expect(checkBackup(await other(bytes), [secret])).rejects.toThrow(/damaged/)
  })

  test('is not begun for what is no public key', async () => {
    const file = join(folder, 'no-key')
    await expect(writeBackup(file, startedAt, content(), ['age1nothing'])).rejects.toThrow('no public key of age')
    expect(existsSync(`${file}.part`)).toBe(false)
  })

  test('was made when its file was', async () => {
    expect(await backupStartedAt(encrypted)).toEqual((await stat(encrypted)).mtime)
  })

  test('is opened with the keys of a file as age-keygen writes it', async () => {
    const file = join(folder, 'keys')
    await writeFile(file, `# created: 2026-03-01T10:00:00Z\n# public key: ${recipients[0]}\n${secret}\n`)
    expect(await readIdentities(file)).toEqual([secret])
    await writeFile(file, '# nothing\n')
    await expect(readIdentities(file)).rejects.toThrow('There is no key in')
  })
})
