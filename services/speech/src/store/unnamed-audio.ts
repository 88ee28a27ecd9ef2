import { randomUUID } from 'node:crypto'
import type { Clock } from '@utter/runtime/clock'
import type { AudioFiles } from '@utter/storage/audio/files'
import type { SweepLeases } from '@utter/storage/sweep-leases'
import { isOwnSampleName } from '../domain/voice-sample.ts'
import { type AudioNames, isNamed } from './audio-names.ts'

/** Younger than this, a file may still be named by the attempt that wrote it. */
const youngMs = 3_600_000
/** From the beginning of one sweep to the next, on whichever replica. */
const sweepEveryMs = 6 * 3_600_000
/** A sweep that has not renewed its lease for this long is dead. */
const leaseMs = 1_800_000
/** Files in one query. */
const portion = 500

export type SweepDeps = { files: AudioFiles; names: AudioNames; leases: SweepLeases; clock: Clock }

/**
 * Removes files that no result and no kept piece names, drafts too: left by attempts that died or were too late; and samples of own voices, which are made
 * again when somebody asks. Called often, on each replica; one of them sweeps every six hours. @returns how many it removed; undefined
 * when another replica holds the lease
 */
export async function removeUnnamedAudio({ files, names, leases, clock }: SweepDeps): Promise<number | undefined> {
  const owner = randomUUID()
  const startedAt = clock.now()
  const hold = (until: number) => leases.hold('unnamed audio', owner, clock.now(), new Date(until))
  if (!(await hold(startedAt.getTime() + leaseMs))) return undefined

  let removed = await files.removeDrafts(new Date(startedAt.getTime() - youngMs))
  const remove = async (candidates: string[]) => {
    const named = await names(candidates)
    for (const name of candidates) {
      if (named.has(name)) continue
      await files.remove(name)
      removed++
    }
  }
  let candidates: string[] = []
  for await (const { name, modifiedAt } of files.list()) {
    if (startedAt.getTime() - modifiedAt.getTime() < youngMs) continue
    if (isOwnSampleName(name)) {
      await files.remove(name)
      removed++
    }
    if (!isNamed(name)) continue
    candidates.push(name)
    if (candidates.length < portion) continue
    await remove(candidates)
    candidates = []
    // Another replica took this sweep for dead, and goes on with it.
    if (!(await hold(clock.now().getTime() + leaseMs))) return removed
  }
  if (candidates.length > 0) await remove(candidates)
  await hold(startedAt.getTime() + sweepEveryMs)
  return removed
}
