import type { AudioFiles } from '@utter/storage/audio/files'
import { audioPrefix } from '@utter/storage/audio/name'
import type { ClaimsOfAccounts } from '@utter/storage/claims-of-accounts'
import type { StoredAudio } from '../domain/stored-audio.ts'
import { ownSampleName } from '../domain/voice-sample.ts'
import type { OwnVoiceStore } from '../store/own-voices.ts'

export type EraseDeps = {
  recordings: ClaimsOfAccounts<StoredAudio>
  files: Pick<AudioFiles, 'remove' | 'removeAll'>
  ownVoices: Pick<OwnVoiceStore, 'list' | 'removeOf'>
}

/**
 * Removes everything that speech has of an account. Work in flight loses its claim first: no file is named from then on, and a worker that
 * finishes late removes its own. The claims go last, since they name the files that are still to be removed after a crash.
 */
export async function eraseAccount({ recordings, files, ownVoices }: EraseDeps, userId: string): Promise<void> {
  await recordings.endOf(userId)
  for (const voice of await ownVoices.list(userId)) await files.remove(ownSampleName(voice))
  await ownVoices.removeOf(userId)
  for await (const { _id, fence, result } of recordings.of(userId)) {
    // Only work that was started more than once, or has no file as its result, may have left others.
    if (result && 'value' in result && fence === 1) await files.remove(result.value.name)
    else await files.removeAll(audioPrefix(_id.slice(0, _id.lastIndexOf(':'))))
  }
  await recordings.removeOf(userId)
}
