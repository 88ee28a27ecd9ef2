import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { takeDataFolder } from '../src/data-folder.ts'
import { test } from './support/temporary.ts'

const holder = fileURLToPath(new URL('./support/hold-lock.ts', import.meta.url))

test('a second start on the same data is refused in a sentence', async ({ folder }) => {
  const lock = await takeDataFolder(folder)
  await expect(takeDataFolder(folder)).rejects.toThrow(`Utter already runs on the data in ${folder}`)
  lock.release()
  expect(existsSync(join(folder, 'lock'))).toBe(false)
  ;(await takeDataFolder(folder)).release()
})

test('the lock of another process holds, and is free at once when that process is killed', async ({ folder }) => {
  const child = spawn(process.execPath, [holder, join(folder, 'lock')], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  await expect(takeDataFolder(folder)).rejects.toThrow('Utter already runs')
  child.kill('SIGKILL')
  await once(child, 'exit')
  ;(await takeDataFolder(folder)).release()
})

test('data of a newer Utter is refused and left as it is', async ({ folder }) => {
  writeFileSync(join(folder, 'format'), '3\n')
  await expect(takeDataFolder(folder, [async () => {}])).rejects.toThrow(
    'written by a newer Utter (format 3, this one knows 2)',
  )
  expect(readFileSync(join(folder, 'format'), 'utf8')).toBe('3\n')
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

test('older data is brought forward step by step, and a step that failed is taken again', async ({ folder }) => {
  const taken: string[] = []
  const steps = (secondFails: boolean) => [
    async () => void taken.push('first'),
    async () => {
      taken.push('second')
      if (secondFails) throw new Error('disk full')
    },
  ]
  writeFileSync(join(folder, 'format'), '1\n')
  await expect(takeDataFolder(folder, steps(true))).rejects.toThrow('disk full')
  ;(await takeDataFolder(folder, steps(false))).release()
  expect(taken).toEqual(['first', 'second', 'second'])
  expect(readFileSync(join(folder, 'format'), 'utf8')).toBe('3\n')
})

test.for(['1', '2'])('data of format %s is refused with the way out, and left as it is', async (format, { folder }) => {
  writeFileSync(join(folder, 'format'), `${format}\n`)
  await expect(takeDataFolder(folder)).rejects.toThrow('remove it by `npm run clean`')
  expect(readFileSync(join(folder, 'format'), 'utf8')).toBe(`${format}\n`)
  expect(existsSync(join(folder, 'lock'))).toBe(false)
})

test('an empty folder begins in the newest form', async ({ folder }) => {
  const never = async () => expect.unreachable('a migration ran on nothing')
  ;(await takeDataFolder(folder, [never])).release()
  expect(readFileSync(join(folder, 'format'), 'utf8')).toBe('2\n')
})
