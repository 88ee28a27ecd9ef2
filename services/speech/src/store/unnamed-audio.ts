import type { Claims } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import type { AudioFiles } from '@utter/storage/audio-files'
import { jobOfAudio } from './audio-name.ts'

/** Younger than this, a file may still be named by the try that wrote it. */
const youngMs = 3_600_000

/** Removes files that no result names, half ones too: what tries left that died or came too late. @returns how many */
export async function removeUnnamedAudio(files: AudioFiles, claims: Claims<AudioRef>, now: Date): Promise<number> {
  let removed = await files.removeDrafts(new Date(now.getTime() - youngMs))
  for await (const { name, modifiedAt } of files.list()) {
    const jobId = jobOfAudio(name)
    if (!jobId || now.getTime() - modifiedAt.getTime() < youngMs) continue
    const claim = await claims.find(jobId, 'speech')
    if (claim && 'fruit' in claim.result && claim.result.fruit.name === name) continue
    await files.remove(name)
    removed++
  }
  return removed
}
