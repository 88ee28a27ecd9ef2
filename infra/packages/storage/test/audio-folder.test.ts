import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AudioFiles } from '../src/audio/files.ts'
import { openAudioFolder } from '../src/audio/folder.ts'
import { audioContract, namesOf } from './support/audio-contract.ts'

let folder: string
let files: AudioFiles
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audio-'))
  files = await openAudioFolder(folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

audioContract(() => files)

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
  expect(await namesOf(files)).toEqual(['ab-1.mp3'])
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
  expect([sweeps > 0, (await namesOf(files)).length]).toEqual([true, written])
})
