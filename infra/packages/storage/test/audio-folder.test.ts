import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AudioFiles } from '../src/audio-files.ts'
import { openAudioFolder } from '../src/audio-folder.ts'

let folder: string
let files: AudioFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-'))
  files = await openAudioFolder(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function names(): Promise<string[]> {
  const found: string[] = []
  for await (const { name } of files.list()) found.push(name)
  return found.sort()
}

test('what was written is found, read and listed', async () => {
  await files.write('a1b2.mp3', Buffer.from('sound'))
  expect(await files.find('a1b2.mp3')).toMatchObject({ name: 'a1b2.mp3', sizeBytes: 5 })
  expect((await buffer(files.read('a1b2.mp3'))).toString()).toBe('sound')
  expect(await names()).toEqual(['a1b2.mp3'])
})

test.each([
  [{ start: 0, end: 0 }, 's'],
  [{ start: 1, end: 3 }, 'oun'],
  [{ start: 4, end: 4 }, 'd'],
  [{ start: 0, end: 4 }, 'sound'],
])('the range %j is %s', async (range, expected) => {
  await files.write('a1b2.mp3', Buffer.from('sound'))
  expect((await buffer(files.read('a1b2.mp3', range))).toString()).toBe(expected)
})

test('a file is seen whole or not at all, however often it is written', async () => {
  const whole = 3_000_000
  let isWriting = true
  const seen = new Set<number>()
  const watching = (async () => {
    while (isWriting) {
      const found = await files.find('whole.mp3')
      if (found) seen.add(found.sizeBytes)
      for await (const { sizeBytes } of files.list()) seen.add(sizeBytes)
    }
  })()
  for (let i = 0; i < 5; i++) await files.write('whole.mp3', Buffer.alloc(whole, i))
  isWriting = false
  await watching
  expect([...seen]).toEqual([whole])
})

test('a write that fails leaves nothing behind', async () => {
  await files.write('ab-1.mp3', Buffer.from('first'))
  // A value that is no buffer cannot be written.
  await expect(files.write('ab-2.mp3', 7 as never)).rejects.toThrow()
  expect(await files.find('ab-2.mp3')).toBeUndefined()
  expect(await readdir(join(folder, 'ab'))).toEqual(['ab-1.mp3'])
})

test('what a writer left that died is removed once it is old enough', async () => {
  await files.write('ab-1.mp3', Buffer.from('whole'))
  await writeFile(join(folder, 'ab', '.0b1c.part'), 'half')
  expect(await files.removeDrafts(new Date(Date.now() - 60_000))).toBe(0)
  expect(await files.removeDrafts(new Date(Date.now() + 60_000))).toBe(1)
  expect(await readdir(join(folder, 'ab'))).toEqual(['ab-1.mp3'])
})

test('what is renamed or removed between its listing and a look at it ends neither a listing nor a sweep', async () => {
  await files.write('ab-1.mp3', Buffer.from('whole'))
  await writeFile(join(folder, 'ab', '.0b1c.part'), 'half')
  // A link that leads nowhere is listed, and gone when it is looked at.
  await symlink('nowhere', join(folder, 'ab', 'ab-0.mp3'))
  await symlink('nowhere', join(folder, 'ab', '.0000.part'))
  expect(await names()).toEqual(['ab-1.mp3'])
  expect(await files.removeDrafts(new Date(Date.now() + 60_000))).toBe(1)
})

test('sweeps beside four writers are never broken off, and take nothing that is being written', async () => {
  const until = Date.now() + 1_000
  let written = 0
  const writers = Array.from({ length: 4 }, async (_, writer) => {
    for (; Date.now() < until; written++)
      await files.write(`${writer}${written % 10}-${written}.mp3`, Buffer.from('sound'))
  })
  let sweeps = 0
  for (; Date.now() < until; sweeps++) expect(await files.removeDrafts(new Date(Date.now() - 60_000))).toBe(0)
  await Promise.all(writers)
  expect([sweeps > 0, (await names()).length]).toEqual([true, written])
})

test('what is not there is not found, throws when it is read, and can be removed', async () => {
  expect(await files.find('none.mp3')).toBeUndefined()
  await expect(buffer(files.read('none.mp3'))).rejects.toThrow(/ENOENT/)
  await files.remove('none.mp3')
  await files.write('none.mp3', Buffer.from('x'))
  await files.remove('none.mp3')
  expect(await names()).toEqual([])
})

describe('a name that leads elsewhere is refused', () => {
  test.each(['', '.', '..', '../x', 'a/b', '/etc/passwd', 'a\\b', 'a\0b', '.hidden', 'a b', 'é.mp3', 'x'.repeat(202)])(
    '%j',
    async (name) => {
      await expect(files.write(name, Buffer.from('x'))).rejects.toThrow(/not a name/)
      await expect(files.find(name)).rejects.toThrow(/not a name/)
      expect(() => files.read(name)).toThrow(/not a name/)
      await expect(async () => files.remove(name)).rejects.toThrow(/not a name/)
    },
  )
})

test('all files whose name begins alike are removed, and no others', async () => {
  for (const name of ['a1b2.one.mp3', 'a1b2.two.mp3', 'a1b3.one.mp3', 'ffff.mp3'])
    await files.write(name, Buffer.from('x'))
  await files.removeAll('a1b2.')
  await files.removeAll('nothing.')
  expect(await names()).toEqual(['a1b3.one.mp3', 'ffff.mp3'])
  await expect(files.removeAll('../ff')).rejects.toThrow('not a name of an audio file')
})
