import type { Claims } from '@utter/contracts/claims'
import type { WordMark, WordTimes } from '@utter/contracts/http/jobs/word-times'
import type { StoredAudio } from '../domain/stored-audio.ts'
import { wordTimesOf } from '../domain/words/timed-words.ts'

/** The times of a spoken job's words, if its account is allowed; undefined when there are none, or none any more. */
export async function findWords(
  claims: Pick<Claims<StoredAudio>, 'find'>,
  jobId: string,
  isAllowed: (userId: string) => boolean,
  marks: WordMark[] = [],
): Promise<WordTimes | undefined> {
  const claim = await claims.find(jobId, 'speech')
  if (!claim || !('value' in claim.result) || !isAllowed(claim.userId)) return undefined
  const { words } = claim.result.value
  return words && wordTimesOf(words, marks)
}
