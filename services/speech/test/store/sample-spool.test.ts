import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { openFolder } from '@utter/testing/open-folder'
import { afterEach, expect, test, vi } from 'vitest'
import { openSamples } from '../../src/audio/samples.ts'
import { inOneArray, type SampleSpool, samplesInMemory } from '../../src/domain/samples.ts'
import { openSampleSpool } from '../../src/store/sample-spool.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const maxInMemory = 1_000
/** Parts of one row of numbers, which are themselves as 32 bit floats. */
const row = (length: number, from = 0) => Float32Array.from({ length }, (_, at) => from + at)
async function append(spool: SampleSpool, times: number, each = 300) {
  for (let time = 0; time < times; time++) await spool.append(row(each, time * each))
}
const openFiles = async () => (await readdir('/proc/self/fd')).length

test('few samples stay in memory, more of them go to a file without a name that an engine reads, and which ends with the recording', async () => {
  await using temporary = await openFolder()
  vi.stubEnv('TMPDIR', temporary.path)
  const before = await openFiles()
  {
    await using spool = openSampleSpool(maxInMemory)
    await append(spool, 3)
    expect([spool.length, spool.path]).toEqual([900, undefined])
    await spool.append(row(200_000, 900))
    expect(spool.length).toBe(200_900)
    expect(await readdir(temporary.path)).toEqual([])
    using read = openSamples(spool.path ?? '')
    expect(read.length).toBe(200_900)
    expect(read.subarray(890, 910)).toEqual(row(20, 890))
    expect(await inOneArray(spool)).toEqual(row(200_900))
    expect(await openFiles()).toBe(before + 2)
  }
  expect(await openFiles()).toBe(before)
})

test.each([
  ['in memory', () => samplesInMemory()],
  ['in a file', () => openSampleSpool(0)],
])(
  '%s: a stretch is read, made louder without another, and forgotten as the recording begins anew',
  async (_, opened) => {
    const spool = opened()
    await append(spool, 4)
    expect(await inOneArray(spool, 250, 700)).toEqual(row(450, 250))
    expect(await inOneArray(spool, 1_100, 5_000)).toEqual(row(100, 1_100))
    await spool.scale(290, 610, 2)
    const expected = row(1_200).map((sample, at) => (at >= 290 && at < 610 ? 2 * sample : sample))
    expect(await inOneArray(spool)).toEqual(expected)
    await spool.clear()
    await append(spool, 1)
    expect(await inOneArray(spool)).toEqual(row(300))
    await spool.clear()
  },
)

test('what is appended to samples in memory is not changed by making them louder', async () => {
  const own = row(10)
  const spool = samplesInMemory()
  await spool.append(own)
  await spool.scale(0, 10, 3)
  expect(own).toEqual(row(10))
})

test('where there is no room for a file the samples stay in memory, and where its room ends they come back', async () => {
  await using temporary = await openFolder()
  vi.stubEnv('TMPDIR', join(temporary.path, 'gone'))
  await using refused = openSampleSpool(maxInMemory)
  await append(refused, 5)
  expect(refused.path).toBeUndefined()
  expect(await inOneArray(refused)).toEqual(row(1_500))
  vi.unstubAllEnvs()

  const before = await openFiles()
  await using spool = openSampleSpool(maxInMemory)
  await append(spool, 5)
  expect(spool.path).toBeDefined()
  const handle = await open('/dev/null')
  const write = vi.spyOn(Object.getPrototypeOf(handle), 'write')
  await handle.close()
  write.mockRejectedValue(Object.assign(new Error('No space left on device'), { code: 'ENOSPC' }))
  await spool.append(row(300, 1_500))
  expect(spool.path).toBeUndefined()
  await append(spool, 1)
  expect(await inOneArray(spool)).toEqual(Float32Array.from([...row(1_800), ...row(300)]))
  expect(await openFiles()).toBe(before)
})
