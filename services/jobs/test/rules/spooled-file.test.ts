import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { spooled } from '../../src/requests/works/spooled-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spooled-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const parts = Array.from({ length: 5 }, (_, index) => randomBytes(1_000 + index))
const whole = Buffer.concat(parts)

test('a body is read by its parts, and no file of it has a name', async () => {
  await using file = await spooled(parts)
  expect(file.size).toBe(whole.length)
  expect(await file.read(990, 2_010)).toEqual(whole.subarray(990, 2_010))
  expect(await file.read(0, file.size)).toEqual(whole)
  expect((await file.read(whole.length - 3, whole.length + 50)).length).toBe(3)
  expect((await file.read(whole.length + 1, whole.length + 50)).length).toBe(0)
  expect(await readdir(folder)).toEqual([])
})

test('a body that breaks off leaves nothing, and its error is told', async () => {
  async function* broken() {
    yield randomBytes(100)
    throw new Error('The connection was closed')
  }
  await expect(spooled(broken())).rejects.toThrow('The connection was closed')
  expect(await readdir(folder)).toEqual([])
})

test('503 where there is no room for it', async () => {
  vi.stubEnv('TMPDIR', join(folder, 'gone'))
  await expect(spooled(parts)).rejects.toMatchObject({ status: 503 })
})
