import { buffer } from 'node:stream/consumers'
import pMap from 'p-map'
import { describe, expect, test } from 'vitest'
import type { AudioFile, AudioFiles } from '../../src/audio/files.ts'

/** More than one answer of S3 lists (1,000), and than one of its requests removes. */
const manyNames = 1_050

/** Tests of the behaviour of every kind of `AudioFiles`. @param opened the empty store of the test that runs */
export function audioContract(opened: () => AudioFiles): void {
  test('what was written is found, read and listed', async () => {
    const files = opened()
    const startedAtMs = Date.now()
    await files.write('a1b2.mp3', Buffer.from('sound'))
    const found = await files.find('a1b2.mp3')
    expect(found).toMatchObject({ name: 'a1b2.mp3', sizeBytes: 5 })
    // Stores round to a second, and have clocks of their own.
    expect(Math.abs((found?.modifiedAt.getTime() ?? 0) - startedAtMs)).toBeLessThan(30_000)
    expect((await buffer(files.read('a1b2.mp3'))).toString()).toBe('sound')
    expect(await listed(files)).toEqual([found])
  })

  test.each([
    [{ start: 0, end: 0 }, 's'],
    [{ start: 1, end: 3 }, 'oun'],
    [{ start: 4, end: 4 }, 'd'],
    [{ start: 0, end: 4 }, 'sound'],
  ])('the range %j is %s', async (range, expected) => {
    await opened().write('a1b2.mp3', Buffer.from('sound'))
    expect((await buffer(opened().read('a1b2.mp3', range))).toString()).toBe(expected)
  })

  test('a file is seen whole or not at all, however often it is written', async () => {
    const files = opened()
    const sizes = [3_000_000, 2_000_000, 1_000_000]
    let isWriting = true
    const seen = new Set<number>()
    const watching = (async () => {
      while (isWriting) {
        const found = await files.find('whole.mp3')
        if (found) {
          seen.add(found.sizeBytes)
          const bytes = await buffer(files.read('whole.mp3'))
          // All bytes are of one write, from the first to the last.
          expect([sizes.includes(bytes.length), bytes.equals(Buffer.alloc(bytes.length, bytes[0]))]).toEqual([
            true,
            true,
          ])
        }
        for await (const { sizeBytes } of files.list()) seen.add(sizeBytes)
      }
    })()
    for (const [index, size] of sizes.entries()) await files.write('whole.mp3', Buffer.alloc(size, index))
    isWriting = false
    await watching
    expect(sizes).toEqual(expect.arrayContaining([...seen]))
    expect(await files.find('whole.mp3')).toMatchObject({ sizeBytes: 1_000_000 })
  })

  test(`of ${manyNames} names each is listed once, and all of one beginning are removed, and no others`, async () => {
    const files = opened()
    const ofOneJob = Array.from({ length: manyNames }, (_, index) => `a1b2.${index}.mp3`)
    const others = ['a1b1.z.mp3', 'a1b20.one.mp3', 'a1b3.one.mp3', 'ffff.mp3']
    await pMap([...ofOneJob, ...others], (name) => files.write(name, Buffer.from('x')), { concurrency: 40 })
    expect(await namesOf(files)).toEqual([...ofOneJob, ...others].sort())
    await files.removeAll('a1b2.')
    await files.removeAll('nothing.')
    expect(await namesOf(files)).toEqual(others)
  })

  test('what is not there is not found, throws when it is read, and can be removed', async () => {
    const files = opened()
    expect(await files.find('none.mp3')).toBeUndefined()
    await expect(buffer(files.read('none.mp3'))).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(buffer(files.read('none.mp3', { start: 1, end: 2 }))).rejects.toMatchObject({ code: 'ENOENT' })
    await files.remove('none.mp3')
    await files.write('none.mp3', Buffer.from('x'))
    await files.remove('none.mp3')
    expect(await namesOf(files)).toEqual([])
  })

  test('a reader that goes away ends its reading, before the first byte and after it', async () => {
    const files = opened()
    await files.write('long.mp3', Buffer.alloc(5_000_000))
    const early = files.read('long.mp3')
    early.destroy()
    const late = files.read('long.mp3')
    for await (const _ of late) break
    expect([early.destroyed, late.destroyed]).toEqual([true, true])
    expect((await buffer(files.read('long.mp3', { start: 0, end: 9 }))).length).toBe(10)
  })

  test('whole files are no drafts', async () => {
    const files = opened()
    await files.write('ab-1.mp3', Buffer.from('whole'))
    expect(await files.removeDrafts(new Date(Date.now() + 60_000))).toBe(0)
    expect(await namesOf(files)).toEqual(['ab-1.mp3'])
  })

  describe('a name that leads elsewhere is refused', () => {
    test.each([
      ...['', '.', '..', '../x', 'a/b', '/etc/passwd', 'a\\b', 'a\0b', '.hidden', 'a b', 'é.mp3', 'a?b', 'a%2fb'],
      'x'.repeat(202),
    ])('%j', async (name) => {
      const files = opened()
      await expect(files.write(name, Buffer.from('x'))).rejects.toThrow(/not a name/)
      await expect(files.find(name)).rejects.toThrow(/not a name/)
      expect(() => files.read(name)).toThrow(/not a name/)
      await expect(async () => files.remove(name)).rejects.toThrow(/not a name/)
      await expect(files.removeAll(name)).rejects.toThrow(/not a name/)
    })
  })
}

async function listed(files: AudioFiles): Promise<AudioFile[]> {
  const found: AudioFile[] = []
  for await (const file of files.list()) found.push(file)
  return found
}
export const namesOf = async (files: AudioFiles): Promise<string[]> =>
  (await listed(files)).map(({ name }) => name).sort()
