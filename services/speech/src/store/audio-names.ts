import type { ClaimResult } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import { jobOfAudio } from '@utter/storage/audio/name'
import type { Connection } from 'mongoose'
import { pieceOfFile } from '../domain/kept/piece-file.ts'

/** The files among these that a document names: audio that is the result of its job, and sounds of kept pieces; in one query each. */
export type AudioNames = (files: string[]) => Promise<Set<string>>

/** Whether a file is there for as long as a document names it. */
export const isNamed = (file: string): boolean => (jobOfAudio(file) ?? pieceOfFile(file)) !== undefined

export function createAudioNames(connection: Connection): AudioNames {
  const claims = connection.collection<{ _id: string; result?: ClaimResult<AudioRef> }>('claims')
  const pieces = connection.collection<{ _id: string; name: string }>('pieces')
  return async (files) => {
    const names = new Set<string>()
    const jobs = files.flatMap((file) => jobOfAudio(file) ?? [])
    if (jobs.length > 0) {
      const _id = { $in: jobs.map((id) => `${id}:speech`) }
      const found = claims.find({ _id }, { projection: { 'result.value.name': 1 } })
      for await (const { result } of found) if (result && 'value' in result) names.add(result.value.name)
    }
    const kept = files.flatMap((file) => pieceOfFile(file) ?? [])
    if (kept.length > 0) {
      const found = pieces.find({ _id: { $in: kept } }, { projection: { name: 1 } })
      for await (const { name } of found) names.add(name)
    }
    return names
  }
}
