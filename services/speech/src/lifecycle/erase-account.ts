import type { AudioFiles } from '@utter/storage/audio/files'
import { audioPrefix } from '@utter/storage/audio/name'
import type { AccountClaim, ClaimsOfAccounts } from '@utter/storage/claims-of-accounts'
import pLimit from 'p-limit'
import type { KeptPieces } from '../domain/kept/kept-piece.ts'
import type { StoredAudio } from '../domain/stored-audio.ts'
import { ownSampleName } from '../domain/voice-sample.ts'
import type { OwnVoiceStore } from '../store/own-voices.ts'

export type EraseDeps = {
  recordings: ClaimsOfAccounts<StoredAudio>
  files: Pick<AudioFiles, 'remove' | 'removeAll'>
  ownVoices: Pick<OwnVoiceStore, 'list' | 'removeOf'>
  pieces: Pick<KeptPieces, 'removeOf'>
}

/** Files that are removed at once. */
const atOnce = 16

/**
 * Removes everything that speech has of an account. Work in flight loses its claim first: no file is named from then on, and a worker that
 * finishes late removes its own. The claims of a portion go last, since they name the files that are still to be removed after a crash.
 */
export async function eraseAccount({ recordings, files, ownVoices, pieces }: EraseDeps, userId: string): Promise<void> {
  for (const voice of await ownVoices.list(userId)) await files.remove(ownSampleName(voice))
  await ownVoices.removeOf(userId)
  const limit = pLimit(atOnce)
  await recordings.removeOf(userId, async (claims) => {
    await Promise.all(claims.map((claim) => limit(() => removeFilesOf(files, claim))))
  })
  // Behind the claims: without one no worker goes on to keep a piece.
  await pieces.removeOf(userId)
}

/** Only work that was started more than once, or has no file as its result, may have left others. */
async function removeFilesOf(files: EraseDeps['files'], { _id, fence, result }: AccountClaim<StoredAudio>) {
  if (result && 'value' in result && fence === 1) await files.remove(result.value.name)
  else await files.removeAll(audioPrefix(_id.slice(0, _id.lastIndexOf(':'))))
}
