import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { closedAfterAll } from '@utter/testing/closed-after-all'
import { openFolder } from '@utter/testing/open-folder'
import { expect, test } from 'vitest'
import { type AudioLine, checkBackup, contentOf, type DocumentLine, writeBackup } from '../src/backup/backup-file.ts'

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
