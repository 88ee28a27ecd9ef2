import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isTransient } from '@utter/runtime/is-transient'
import { afterAll, expect, test } from 'vitest'
import { openAudioFolder } from '../src/audio/folder.ts'

const megabyte = 1_048_576
const folder = mkdtempSync(join(tmpdir(), 'full-'))
const isMounted = (() => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()
afterAll(async () => {
  if (isMounted) execFileSync('umount', [folder])
  await rm(folder, { recursive: true, force: true })
})

test.skipIf(!isMounted)(
  'a full disk (where mounting is allowed): a transient fault, nothing left behind, and room again is enough',
  async () => {
    const files = await openAudioFolder(folder)
    await files.write('ab-1.mp3', Buffer.alloc(1_000, 1))
    await writeFile(join(folder, 'ballast'), Buffer.alloc(megabyte - 100_000))
    const fault = await files.write('ab-2.mp3', Buffer.alloc(200_000, 2)).catch((error: unknown) => error)
    expect([isTransient(fault), await readdir(join(folder, 'ab'))]).toEqual([true, ['ab-1.mp3']])
    // The folder of a name, too, needs room.
    await writeFile(join(folder, 'more'), Buffer.alloc(megabyte)).catch(() => {})
    expect(isTransient(await files.write('cd-1.mp3', Buffer.alloc(10)).catch((error: unknown) => error))).toBe(true)
    await truncate(join(folder, 'ballast'))
    await files.write('ab-2.mp3', Buffer.alloc(200_000, 2))
    expect(await files.find('ab-2.mp3')).toMatchObject({ sizeBytes: 200_000 })
  },
)
