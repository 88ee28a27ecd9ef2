import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { writeManifest } from '../src/cache/manifest.ts'
import { fillFolder } from '../src/models/fill-folder.ts'
import { test } from './support/temporary.ts'

/** A folder of fetched models with one voice in it, as an image has it. */
async function fetchedVoice(folder: string, version: string) {
  await mkdir(join(folder, `voice-${version}`), { recursive: true })
  await writeFile(join(folder, `voice-${version}`, 'model.onnx'), version)
  await writeManifest(join(folder, `voice-${version}`))
  await symlink(`voice-${version}`, join(folder, 'voice'))
}

test('a volume gets the models once, and keeps a version that may be in use when the next one comes', async ({
  folder,
}) => {
  const [first, second, volume] = ['first', 'second', 'volume'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await fetchedVoice(first, '1')
  await fetchedVoice(second, '2')
  expect(await fillFolder(first, volume)).toEqual(['voice-1'])
  const { ino } = await stat(join(volume, 'voice-1'))
  expect(await fillFolder(first, volume)).toEqual([])
  expect((await stat(join(volume, 'voice-1'))).ino).toBe(ino)
  expect(await fillFolder(second, volume)).toEqual(['voice-2'])
  expect((await readdir(volume)).sort()).toEqual(['voice', 'voice-1', 'voice-2'])
  expect(await readlink(join(volume, 'voice'))).toBe('voice-2')
})

test('what an earlier copy left unfinished or damaged is copied again', async ({ folder }) => {
  const [from, volume] = [join(folder, 'from'), join(folder, 'volume')]
  await fetchedVoice(from, '1')
  await mkdir(join(volume, 'voice-1.part'), { recursive: true })
  await writeFile(join(volume, 'voice-1.part', 'rest'), 'of a killed copy')
  await fillFolder(from, volume)
  await writeFile(join(volume, 'voice-1', 'model.onnx'), 'damaged')
  expect(await fillFolder(from, volume)).toEqual(['voice-1'])
  expect(await readFile(join(volume, 'voice', 'model.onnx'), 'utf8')).toBe('1')
  expect((await readdir(volume)).sort()).toEqual(['voice', 'voice-1'])
})
