import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { carryOver } from '../../build/keep-earlier-assets.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'utter-assets-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const dayMs = 24 * 60 * 60_000

async function build(name: string, assets: string[]): Promise<string> {
  const dir = join(folder, name)
  await mkdir(join(dir, 'assets'), { recursive: true })
  for (const asset of assets) await writeFile(join(dir, 'assets', asset), asset)
  return dir
}
const assetsOf = async (dir: string) => (await readdir(join(dir, 'assets'))).sort()

test('assets of an earlier build are served for seven days after their replacement, and no longer', async () => {
  const first = await build('first', ['page-1.js', 'shared.js'])
  const second = await build('second', ['page-2.js', 'shared.js'])
  await carryOver(first, second, 0)
  expect(await assetsOf(second)).toEqual(['page-1.js', 'page-2.js', 'shared.js'])
  const third = await build('third', ['page-3.js'])
  await carryOver(second, third, 5 * dayMs)
  expect(await assetsOf(third)).toEqual(['page-1.js', 'page-2.js', 'page-3.js', 'shared.js'])
  const fourth = await build('fourth', ['page-4.js'])
  await carryOver(third, fourth, 8 * dayMs)
  expect(await assetsOf(fourth)).toEqual(['page-2.js', 'page-3.js', 'page-4.js', 'shared.js'])
})

test('the first build has none before it', async () => {
  const only = await build('only', ['page-1.js'])
  await carryOver(join(folder, 'none'), only, 0)
  expect(await assetsOf(only)).toEqual(['page-1.js'])
})
