import { limits } from '@utter/contracts/jobs'
import { speaks } from '@utter/text/language/speaks'
import { textOfParts } from '@utter/text/markup/markup'
import { pronounced, type SpokenForm } from '@utter/text/pronounced'
import type { PresentVersions } from './cache-key.ts'
import type { Job } from './job.ts'
import { textToSpeak } from './lane.ts'
import { partsOf, pronouncedParts } from './marked.ts'

/** An entry of an account's list. */
export type ListedPronunciation = SpokenForm & { language?: string }

const keyOf = ({ from, to, caseSensitive, wholeWord, language }: ListedPronunciation) =>
  JSON.stringify([from, to, caseSensitive, wholeWord, language])

/** Whether each entry is in the list as it is. */
export function listedAmong(entries: ListedPronunciation[], list: ListedPronunciation[]): boolean {
  const listed = new Set(list.map(keyOf))
  return entries.every((entry) => listed.has(keyOf(entry)))
}

/** Twice the longest text: what a short form stands for may be long, and a voice has its bound all the same. */
const maxSpokenLength = 2 * limits.ttsText

type Read = Pick<Job, 'userText' | 'aiResponse' | 'voiceId' | 'language'>

/** recipe 19: the text of a job as it is spoken by its account's list; undefined where that is as it was written. */
export function spokenTextOf(
  { userText, aiResponse, ...read }: Read,
  list: ListedPronunciation[],
  present: PresentVersions,
): string | undefined {
  const text = textToSpeak({ userText, ...(aiResponse !== undefined && { aiResponse }) })
  const changed = pronounced(text, applyingTo(read, list, present), Math.max(text.length, maxSpokenLength))
  return changed === text ? undefined : changed
}

function applyingTo(
  { voiceId, language }: Pick<Job, 'voiceId' | 'language'>,
  list: ListedPronunciation[],
  { languages = {} }: PresentVersions,
): ListedPronunciation[] {
  const known = Object.hasOwn(languages, voiceId) ? languages[voiceId] : undefined
  // A voice whose languages are not known may speak each.
  const spoken = language ? [language] : known
  return list.filter((entry) => !entry.language || !spoken?.length || speaks(spoken, entry.language))
}

/** The job with the text that its voice reads, and its marks, once they are known. */
export function withPronunciations<J extends Job>(job: J, list: ListedPronunciation[], present: PresentVersions): J {
  if (job.kind === 'reply' && job.aiResponse === undefined) return job
  const parts = job.section ? job.parts : partsOf(job)
  if (parts) {
    const spoken = pronouncedParts(parts, applyingTo(job, list, present), limits.ttsText)
    return { ...job, parts: spoken, spokenText: textOfParts(spoken) }
  }
  const spokenText = spokenTextOf(job, list, present)
  return spokenText === undefined ? job : { ...job, spokenText }
}
