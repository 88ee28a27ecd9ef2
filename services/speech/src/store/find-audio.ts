import type { Claims } from '@utter/contracts/claims'
import type { AudioFile, AudioFiles } from '@utter/storage/audio/files'
import type { StoredAudio } from '../domain/stored-audio.ts'

type Stores = { claims: Pick<Claims<StoredAudio>, 'find'>; files: Pick<AudioFiles, 'find'> }

/** The audio of a spoken job, if its account is allowed; undefined when there is none, or none any more. */
export async function findAudio(
  { claims, files }: Stores,
  jobId: string,
  isAllowed: (userId: string) => boolean,
): Promise<AudioFile | undefined> {
  const claim = await claims.find(jobId, 'speech')
  if (!claim || !('value' in claim.result) || !isAllowed(claim.userId)) return undefined
  return files.find(claim.result.value.name)
}
