import { failpoint } from '@utter/runtime/failpoint'
import { audioPrefix } from '@utter/storage/audio/name'
import type { ConsumeDeps } from '../deps.ts'

/**
 * Removes the audio of a job. Its claim goes first: a worker that finishes late finds itself without it, and removes its own file. After a crash in between
 * the message is consumed again and finds a claim without a name, so that all files of the job are looked for.
 */
export async function removeSound(
  { claims, files, clock }: Pick<ConsumeDeps, 'claims' | 'files' | 'clock'>,
  userId: string,
  jobId: string,
): Promise<void> {
  const before = await claims.replaceResult({ userId, jobId, stage: 'speech' }, clock.now())
  failpoint('claim-withdrawn')
  if (!before) return
  const { result, fence } = before
  // Only work that was started more than once, or has no file as its result, may have left others.
  if (result && 'value' in result && fence === 1) await files.remove(result.value.name)
  else await files.removeAll(audioPrefix(jobId))
}
