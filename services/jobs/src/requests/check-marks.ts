import { limits } from '@utter/contracts/jobs'
import { invalid, Problem } from '@utter/http/problem'
import { sentenceOfFault } from '@utter/text/markup/marks'
import type { PresentVersions } from '../domain/job/cache-key.ts'
import type { Job } from '../domain/job/job.ts'
import { markedJob } from '../domain/job/marked.ts'
import { unspokenMark } from '../domain/voice/unspoken-mark.ts'

const field = 'userText'

/** The text of a draft without its marks, as its own voice speaks it, and its length; or why its marks are not taken. */
type Unmarked = { text: string; characters: number } | { refusal: Problem }

/** recipe 20: marks are no characters of a text, and a text with a mark that nobody can do is refused before anything is charged. */
export function unmarked(draft: Job, present: PresentVersions): Unmarked {
  const marked = markedJob(draft)
  if (draft.ssml && draft.speakers)
    return {
      refusal: invalid([{ field: 'speakers', message: 'A text of speakers has its marks in brackets, not SSML' }]),
    }
  if (!marked) return { text: draft.userText, characters: draft.userText.length }
  if ('fault' in marked) return { refusal: invalidMark(sentenceOfFault(marked.fault)) }
  const { parts, marks, characters } = marked
  const unspoken = unspokenMark(draft, marks, present)
  if (unspoken) return { refusal: invalidMark(sentenceOfFault({ ...unspoken.mark, reason: unspoken.reason })) }
  if (characters > limits.ttsText)
    return { refusal: invalid([{ field, message: `User text must be at most ${limits.ttsText} characters` }]) }
  const texts = parts.flatMap((part) => ('text' in part ? [part] : []))
  if (texts.every(({ text }) => text.trim() === ''))
    return { refusal: invalid([{ field, message: 'User text is required' }]) }
  const own = texts.filter(({ voiceId }) => voiceId === undefined || voiceId === draft.voiceId)
  return { text: own.map(({ text }) => text).join(''), characters }
}

const invalidMark = (message: string) => new Problem(400, 'invalid_mark', message, { details: [{ field, message }] })
