import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { fetchOnce } from '../src/cache/fetch.ts'
import { test } from './support/temporary.ts'

const kept = (cacheDir: string, reported: string[], make: (dir: string) => Promise<void>) =>
  fetchOnce({
    cacheDir,
    name: 'thing',
    version: '1',
    label: 'The thing',
    report: (sentence) => void reported.push(sentence),
    make,
  })

const writes = (text: string) => (dir: string) => writeFile(join(dir, 'file'), text)
const mustNotRun = () => Promise.reject(new Error('made again'))

describe('what is fetched once', () => {
  test('is made once and found again', async ({ folder, reported }) => {
    const first = await kept(folder, reported, writes('whole'))
    expect(await kept(folder, reported, mustNotRun)).toBe(first)
    expect(readFileSync(join(first, 'file'), 'utf8')).toBe('whole')
    expect(reported[0]).toBe('The thing is being fetched; this happens once.')
  })

  test('leaves nothing behind when it is broken off, and is whole the next time', async ({ folder, reported }) => {
    const broken = async (dir: string) => {
      await writes('half')(dir)
      throw new Error('connection lost')
    }
    await expect(kept(folder, reported, broken)).rejects.toThrow('The thing could not be fetched: connection lost.')
    expect(await readdir(folder)).toEqual([])
    await kept(folder, reported, writes('whole'))
  })

  test('does not take a half-finished folder that a killed start has left, and removes it', async ({
    folder,
    reported,
  }) => {
    mkdirSync(join(folder, 'thing-1.part-dead'))
    writeFileSync(join(folder, 'thing-1.part-dead', 'file'), 'half')
    const made = await kept(folder, reported, writes('whole'))
    expect(readFileSync(join(made, 'file'), 'utf8')).toBe('whole')
    expect(existsSync(join(folder, 'thing-1.part-dead'))).toBe(false)
  })

  test.for([
    ['a file that became shorter', (path: string) => writeFileSync(join(path, 'file'), 'w')],
    ['a file of the same length with other bytes', (path: string) => writeFileSync(join(path, 'file'), 'whose')],
    ['a manifest that cannot be read', (path: string) => writeFileSync(join(path, 'manifest.json'), '[{"pa')],
  ] as const)('is made again after %s', async ([, damage], { folder, reported }) => {
    const path = await kept(folder, reported, writes('whole'))
    damage(path)
    utimesSync(join(path, 'file'), 1, 1)
    await kept(folder, reported, writes('again'))
    expect(readFileSync(join(path, 'file'), 'utf8')).toBe('again')
    expect(reported).toContain(`The thing in ${folder} is damaged and is fetched again.`)
  })

  test('is kept when a file was only touched', async ({ folder, reported }) => {
    const path = await kept(folder, reported, writes('whole'))
    utimesSync(join(path, 'file'), 1, 1)
    await kept(folder, reported, mustNotRun)
  })

  test('is made by one of two who want it at once', async ({ folder, reported }) => {
    let made = 0
    const make = async (dir: string) => {
      made += 1
      await writes('whole')(dir)
    }
    const both = await Promise.all([kept(folder, reported, make), kept(folder, reported, make)])
    expect(made).toBe(1)
    expect(both[0]).toBe(both[1])
  })
})
