import { execFile } from 'node:child_process'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openHttpServer } from '@utter/testing/http-server'
import { openFolder } from '@utter/testing/open-folder'
import { bucketEnv, startS3Server } from '@utter/testing/setup/s3-server'
import { expect, inject, test } from 'vitest'
import { writeBackup } from '../../src/backup/backup-file.ts'
import { writeBackupNote } from '../../src/backup/backup-note.ts'
import { audioChecks, examineDisk } from '../../src/doctor/checks/audio.ts'
import { backupChecks } from '../../src/doctor/checks/backups.ts'
import { clockChecks } from '../../src/doctor/checks/clock.ts'
import { examinedAt, faultsOf } from '../support/examined.ts'

const hour = 3_600_000
const { MONGO_URL, REDIS_URL } = inject('backing')

test.each([
  [90_000, 'failed', '90 s behind this machine'],
  [-90_000, 'failed', '90 s ahead of this machine'],
  [-30_000, 'warning', '30 s ahead of this machine'],
])('a machine whose clock is %i ms off is told of every other', async (offMs, status, observed) => {
  await using server = await openHttpServer((_, response) => response.end())
  const now = () => new Date(Date.now() + offMs)
  const examined = examinedAt({ MONGO_URL, REDIS_URL }, { now, processes: { jobs: { url: server.url } } })
  const faults = await faultsOf(clockChecks, examined)
  expect(faults.map(({ name }) => name)).toEqual(['clock: mongodb', 'clock: redis', 'clock: jobs'])
  for (const fault of faults)
    expect(fault).toMatchObject({ status, action: 'timedatectl set-ntp true, on the machine that is wrong' })
  expect(faults[0]?.observed).toBe(observed)
  const right = examinedAt({ MONGO_URL, REDIS_URL }, { processes: { jobs: { url: server.url } } })
  expect(await faultsOf(clockChecks, right)).toEqual([])
})

test.each([
  [100 * 2 ** 20, 'failed', '0.1 GiB are free'],
  [1_536 * 2 ** 20, 'warning', '1.5 GiB are free'],
  [4 * 2 ** 30, 'ok', '4.0 GiB are free'],
])('a disk with %i free bytes is %s', async (free, status, observed) => {
  expect(await examineDisk('/data', async () => free)).toMatchObject({ status, observed })
})

test('a folder of audio that is not there is named first, and made by what is printed', async () => {
  await using folder = await openFolder()
  const audio = join(folder.path, 'audio')
  const own = audioChecks.filter(({ name }) => name.startsWith('audio'))
  const [first] = await faultsOf(own, examinedAt({ AUDIO_DIR: audio }))
  expect(first).toMatchObject({ status: 'failed', observed: `there is no folder ${audio}` })
  await promisify(execFile)('sh', ['-c', (first?.action ?? 'false').replace(/, as .*/, '')])
  expect(await faultsOf(own, examinedAt({ AUDIO_DIR: audio }))).toEqual([])
  const left = await readdir(audio, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})

test('a bucket whose key is wrong is named first, and mended by the right one', async () => {
  await using s3 = await startS3Server()
  const env = { ...bucketEnv(await s3.newBucket()), AUDIO_DIR: undefined }
  const own = audioChecks.filter(({ name }) => name.startsWith('audio'))
  expect(await faultsOf(own, examinedAt(env))).toEqual([])
  expect(await faultsOf(own, examinedAt({ ...env, AWS_SECRET_ACCESS_KEY: 'a-wrong-key' }))).toMatchObject([
    { status: 'failed', action: expect.stringContaining('set AUDIO_BUCKET, AUDIO_ENDPOINT and AWS_ACCESS_KEY_ID') },
  ])
})

test('a folder of audio that cannot be written is named with its error', async () => {
  await using folder = await openFolder()
  // Files in place of all subfolders, since root may write anywhere else.
  for (let n = 0; n < 256; n++) await writeFile(join(folder.path, n.toString(16).padStart(2, '0')), '')
  const [first] = await faultsOf(audioChecks, examinedAt({ AUDIO_DIR: folder.path }))
  expect(first).toMatchObject({ name: 'audio: put, get, delete', status: 'failed' })
  expect(first?.observed).toMatch(/^(ENOTDIR|EEXIST)/)
})

test('an old backup is named first, and mended by another', async () => {
  await using folder = await openFolder()
  const named = () => examinedAt({}, { backupsDir: folder.path })
  async function* nothing() {}
  expect(await faultsOf(backupChecks, named())).toMatchObject([
    { status: 'failed', observed: 'there is none in the folder' },
  ])
  await writeBackup(join(folder.path, 'old'), new Date(Date.now() - 72 * hour), nothing())
  // Its time at the file system says nothing: a copy is newer than what is in it.
  await utimes(join(folder.path, 'old'), new Date(), new Date())
  await writeFile(join(folder.path, 'notes.txt'), 'no backup')
  expect(await faultsOf(backupChecks, named())).toMatchObject([
    { name: 'backup: last', status: 'warning', observed: '72 hours old' },
  ])
  await writeBackup(join(folder.path, 'new'), new Date(), nothing())
  expect(await faultsOf(backupChecks, named())).toEqual([])
})

test('in production the data folder tells when it was backed up last', async () => {
  await using folder = await openFolder()
  const here = (isProduction: boolean) => faultsOf(backupChecks, examinedAt({}, { dataDir: folder.path, isProduction }))
  expect(await here(false)).toEqual([])
  expect(await here(true)).toMatchObject([
    { status: 'warning', observed: 'none is known: --backups FOLDER says where they are' },
  ])
  await writeBackupNote(folder.path, new Date(Date.now() - 50 * hour))
  expect(await here(true)).toMatchObject([{ status: 'warning', observed: '50 hours old' }])
  await writeBackupNote(folder.path, new Date())
  expect(await here(true)).toEqual([])
})
