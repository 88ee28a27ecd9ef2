import type { SpokenPart } from '@utter/contracts/spoken-part'
import type { Marked, MarkFault } from '@utter/text/markup/marks'
import { markedText, shownOfParts } from '@utter/text/markup/markup'
import { pronounced, type SpokenForm } from '@utter/text/pronounced'
import type { Job } from './job.ts'

type Written = Pick<Job, 'kind' | 'userText' | 'ssml' | 'speakers'>

/** A job's text with its marks read; undefined for a question to the chat model, which has none. */
export const markedJob = ({ kind, userText, ssml, speakers }: Written): Marked | { fault: MarkFault } | undefined =>
  kind === 'tts' ? markedText(userText, { isSsml: ssml, speakers }) : undefined

/** A job's text as a stranger reads it: without its marks, but for a dialogue, which is as it was written. */
export function shownTextOfJob(job: Written): string {
  const marked = job.speakers ? undefined : markedJob(job)
  return marked && !('fault' in marked) ? shownOfParts(marked.parts) : job.userText
}

/** recipe 20: the parts of a text with marks, its own voice left out; undefined where it is spoken as it was written. */
export function partsOf(job: Written & Pick<Job, 'voiceId'>): SpokenPart[] | undefined {
  const marked = markedJob(job)
  // A fault here is that of a job which was taken before there were marks.
  if (!marked || 'fault' in marked) return undefined
  if (marked.marks.length === 0 && !job.ssml) return undefined
  return marked.parts.map((part) => {
    if ('pauseMs' in part || part.voiceId !== job.voiceId) return part
    const { voiceId: _, ...own } = part
    return own
  })
}

/** The parts by an account's list: what a mark says of a word is stronger. @param maxGrowth characters that may be put in beyond those that were written */
export function pronouncedParts(parts: SpokenPart[], list: SpokenForm[], maxGrowth: number): SpokenPart[] {
  let room = maxGrowth
  return parts.map((part) => {
    if (!('text' in part) || part.as || part.phonemes || part.shown !== undefined) return part
    const text = pronounced(part.text, list, part.text.length + Math.max(0, room))
    room -= text.length - part.text.length
    return text === part.text ? part : { ...part, text, shown: part.text }
  })
}

/** The other voices of a text with marks, each once. */
export const otherVoicesOf = ({ parts = [] }: Pick<Job, 'parts'>): string[] =>
  [...new Set(parts.flatMap((part) => ('text' in part && part.voiceId !== undefined ? [part.voiceId] : [])))].sort()
