import type { Claims } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import type { AudioFiles } from '@utter/storage/audio-files'

/** Claims whose results are files: one that comes too late to count takes its file with it, which bears its owner's name and is nobody else's. */
export const removeUnheldAudio = (claims: Claims<AudioRef>, files: Pick<AudioFiles, 'remove'>): Claims<AudioRef> => ({
  ...claims,
  async finish(id, owner, result) {
    const isHeld = await claims.finish(id, owner, result)
    if (!isHeld && 'value' in result) await files.remove(result.value.name)
    return isHeld
  },
})
