import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { checkSums, sha256Of } from '../src/cache/checksums.ts'
import { test } from './support/temporary.ts'

/** A folder of two files with the list of their sums. */
async function fetched(folder: string): Promise<{ lib: string; list: string }> {
  const [lib, list] = [join(folder, 'lib'), join(folder, 'list')]
  mkdirSync(lib)
  for (const name of ['one.jar', 'two.jar']) writeFileSync(join(lib, name), `the bytes of ${name}`)
  const lines = ['one.jar', 'two.jar'].map(async (name) => `${await sha256Of(join(lib, name))}  ${name}`)
  writeFileSync(list, `${(await Promise.all(lines)).join('\n')}\n`)
  return { lib, list }
}

test('what was fetched as it should be is taken', async ({ folder }) => {
  const { lib, list } = await fetched(folder)
  await checkSums(lib, list)
})

test.for([
  ['an exchanged file', 'two.jar', 'other bytes'],
  ['one more file', 'three.jar', 'the bytes of three.jar'],
])('%s is refused by name', async ([_what, name = '', bytes = ''], { folder }) => {
  const { lib, list } = await fetched(folder)
  writeFileSync(join(lib, name), bytes)
  await expect(checkSums(lib, list)).rejects.toThrow(`${name} is not the file it should be`)
})

test('a missing file is refused by name', async ({ folder }) => {
  const { lib, list } = await fetched(folder)
  writeFileSync(list, `${'0'.repeat(64)}  three.jar\n`, { flag: 'a' })
  await expect(checkSums(lib, list)).rejects.toThrow('three.jar is not the file it should be')
})
