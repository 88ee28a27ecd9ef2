import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Customer } from '@utter/testing/customers/customer'
import { RetryingCustomer } from '@utter/testing/customers/retrying-customer'
import { eventually } from '@utter/testing/eventually'
import { expectAtRest } from '@utter/testing/invariants/checker'
import { ownPlatform } from '@utter/testing/setup/provided'
import { hasBucket } from '@utter/testing/setup/stores'
import { tagBytes } from '@utter/testing/tag-bytes'
import { afterEach, expect, test } from 'vitest'

const { url, dataDir } = ownPlatform()
const audioDir = join(dataDir, 'audio')
const sizeBytes = 4 * 1_048_576
/** Less than a second of sound: a recording is started, and the disk is full in the middle of it. */
const roomBytes = 16_384

const mount = (folder: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', folder], { stdio: 'ignore' })
const unmount = (folder: string) => execFileSync('umount', ['-l', folder])
const mayMount = (() => {
  if (hasBucket) return false
  const folder = mkdtempSync(join(tmpdir(), 'may-mount-'))
  try {
    mount(folder)
    unmount(folder)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
})()

afterEach(() => {
  if (mayMount) unmount(audioDir)
})

/** All but the samples of the voices, which speech makes again wherever they are missing. */
const filesThere = async () =>
  (await readdir(audioDir, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith('sample-') ? [entry.name] : [],
  )

test.skipIf(!mayMount)(
  'a full disk (skipped where nothing may be mounted, or the audio is in a bucket): the job is postponed, no part of a file is left, and with room again it is spoken whole',
  async () => {
    mount(audioDir)
    const ballast = join(audioDir, 'ballast')
    await writeFile(ballast, Buffer.alloc(sizeBytes)).catch(() => {})
    await truncate(ballast, sizeBytes - roomBytes)

    const careful = new RetryingCustomer(await Customer.signUp(url))
    await careful.submit('/api/tts', 'This is a text of more than a second, so that it takes more room than there is.')
    const [id = ''] = careful.jobIds
    const isPostponed = async () =>
      (await careful.customer.job(id)).timeline.some(({ step }) => step === 'step-postponed')
    await eventually('the job is postponed', isPostponed)
    expect((await careful.customer.job(id)).status).toBe('processing')
    expect(await filesThere()).toEqual(['ballast'])

    await rm(ballast)
    const job = await careful.customer.finished(id)
    expect(job.status).toBe('completed')
    const sound = await fetch(new URL(job.audioUrl ?? '', url))
    const mp3 = new Uint8Array(await sound.arrayBuffer())
    const bytes = mp3.length - tagBytes(mp3)
    // 128 kbit/s: 16 bytes a millisecond, and before the first frame one with the length.
    expect(Math.abs(bytes / 16 - (job.durationMs ?? 0))).toBeLessThan(120)
    expect(bytes).toBeGreaterThan(roomBytes)
    expect(await filesThere()).toEqual([expect.stringContaining(id)])
    await expectAtRest(careful.customer, { disturbed: false, accepted: [id] })
  },
)
