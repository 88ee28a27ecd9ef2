import type { ClaimResult } from '@utter/contracts/claims'
import type { AudioRef } from '@utter/contracts/jobs'
import type { Connection } from 'mongoose'

/** The names of these jobs' audio, in one query: the files that a result names. */
export type AudioNames = (jobIds: string[]) => Promise<Set<string>>

export function createAudioNames(connection: Connection): AudioNames {
  const claims = connection.collection<{ _id: string; result?: ClaimResult<AudioRef> }>('claims')
  return async (jobIds) => {
    const found = claims.find(
      { _id: { $in: jobIds.map((id) => `${id}:speech`) } },
      { projection: { 'result.value.name': 1 } },
    )
    const names = new Set<string>()
    for await (const { result } of found) if (result && 'value' in result) names.add(result.value.name)
    return names
  }
}
