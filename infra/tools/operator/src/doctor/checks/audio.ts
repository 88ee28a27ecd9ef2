import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { NotExamined } from '../not-examined.ts'
import { messageOf } from '../run-checks.ts'

const mebibyte = 2 ** 20
const minFreeMiB = 512
const wantedFreeMiB = 2_048

/** The free bytes of the file system that a folder is on. */
export type FreeBytes = (folder: string) => Promise<number>
const freeBytesOf: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export const audioChecks: Check[] = [
  { name: 'audio: put, get, delete', examine: examineAudio },
  { name: 'disk: data folder', examine: ({ dataDir }) => examineDisk(dataDir) },
  { name: 'disk: audio folder', examine: ({ settings }) => examineDisk(settings.AUDIO_DIR) },
]

async function examineAudio({ stores, settings }: Examined): Promise<Finding> {
  const { AUDIO_DIR: folder, AUDIO_BUCKET: bucket } = settings
  const mend = bucket
    ? 'set AUDIO_BUCKET, AUDIO_ENDPOINT and AWS_ACCESS_KEY_ID to a bucket that we may read and write'
    : `mkdir --parents ${folder} && chmod u+rwx ${folder}, as the user of speech`
  const opened = await stores.open('audio').catch((error) => {
    if (error instanceof NotExamined) throw error
    return failed(messageOf(error), mend)
  })
  if ('status' in opened) return opened
  const { files } = opened
  // Neither a recording nor a sample, and in a subfolder that is there.
  const name = `${randomUUID()}-doctor.mp3`
  const bytes = Buffer.from('doctor')
  try {
    await files.write(name, bytes, 'sample')
    const read = await buffer(files.read(name))
    await files.remove(name)
    if (!read.equals(bytes)) return failed('what was put is not what is there', mend)
    return (await files.find(name)) ? failed('what was deleted is still there', mend) : ok('all three succeed')
  } catch (error) {
    await files.remove(name).catch(() => {})
    return failed(messageOf(error), mend)
  }
}

/** @param folder whose disk it is; undefined where no folder is known */
export async function examineDisk(folder: string | undefined, freeBytes = freeBytesOf): Promise<Finding> {
  if (folder === undefined) return skipped('there is no such folder on this machine')
  const free = await freeBytes(folder).catch(() => undefined)
  if (free === undefined) return skipped('the folder is not on this machine')
  const observed = `${(free / mebibyte / 1_024).toFixed(1)} GiB are free`
  const action = `du --one-file-system --max-depth 2 ${folder} says what takes the room; give the disk more, or remove what is not needed`
  if (free < minFreeMiB * mebibyte) return failed(observed, action)
  return free < wantedFreeMiB * mebibyte ? warning(observed, action) : ok(observed)
}
