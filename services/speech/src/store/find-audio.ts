import type { Claims } from '@utter/contracts/claims'
import type { AudioFile, AudioFiles } from '@utter/storage/audio/files'
import type { StoredAudio } from '../domain/stored-audio.ts'

type Stores = { claims: Pick<Claims<StoredAudio>, 'find'>; files: Pick<AudioFiles, 'find'> }

/** A file, and the work that it was, where it is known. */
type SpokenFile = AudioFile & { work?: StoredAudio['work'] }

/** The audio of a spoken job, if its account is allowed; undefined when there is none, or none any more. */
export async function findAudio(
  { claims, files }: Stores,
  jobId: string,
  isAllowed: (userId: string) => boolean,
): Promise<SpokenFile | undefined> {
  const claim = await claims.find(jobId, 'speech')
  if (!claim || !('value' in claim.result) || !isAllowed(claim.userId)) return undefined
  const { name, work } = claim.result.value
  const file = await files.find(name)
  return file && { ...file, ...(work && { work }) }
}
