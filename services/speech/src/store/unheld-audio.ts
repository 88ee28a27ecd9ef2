import type { Claims } from '@utter/contracts/claims'
import type { AudioFiles } from '@utter/storage/audio/files'
import type { StoredAudio } from '../domain/stored-audio.ts'

/** Claims whose results are files: one that comes too late to count takes its file with it, which bears its owner's name and is nobody else's. */
export const removeUnheldAudio = (
  claims: Claims<StoredAudio>,
  files: Pick<AudioFiles, 'remove'>,
): Claims<StoredAudio> => ({
  ...claims,
  async finish(id, owner, result) {
    const attempt = await claims.finish(id, owner, result)
    if (attempt === undefined && 'value' in result) await files.remove(result.value.name)
    return attempt
  },
})
