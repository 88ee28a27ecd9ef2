import { defaultSessionId } from '@utter/contracts/jobs'
import type { SpokenPart } from '@utter/contracts/spoken-part'
import { pausesMs } from '@utter/text/sentences/pauses'
import type { Job } from '../job/job.ts'
import { partsOf } from '../job/marked.ts'
import { newJob } from '../job/new-job.ts'
import { isOfChapter } from './chapter-voice.ts'
import { type Chapter, type Paragraph, type Section, voiceOfParagraph, type Work } from './work.ts'

/** Waits behind single jobs and batches. */
const afterBatches = 2

/**
 * The job that speaks a section as it is now. Its request id is the same for each replica that submits it, so that it is one job and one call. No other
 * job gets its sound: it is kept by the piece.
 * @param id of the job, where it is a new one
 */
export function sectionJob(
  work: Work,
  chapter: Pick<Chapter, '_id' | 'voiceId'>,
  section: Section,
  id: string,
  now: Date,
): Job {
  const { ttsSettings, language, textNormalization, seed } = work
  const voiceId = voiceOfSection(section.paragraphs, work, chapter)
  const request = {
    userText: section.paragraphs.map(({ text }) => text).join('\n\n'),
    requestId: `work:${section.id}:${section.revision}:${section.tries}`,
    sessionId: defaultSessionId,
    voiceId,
    ttsSettings,
    ...(language && { language }),
    ...(textNormalization && { textNormalization }),
    ...(seed !== undefined && { seed }),
  }
  const { cacheKey: _, ...draft } = newJob('tts', work.userId, request, id, now, work.keyId)
  return {
    ...draft,
    lane: 'bulk',
    batch: afterBatches,
    // On a plan without word timestamps they are those of its paragraphs alone.
    words: true,
    parts: section.paragraphs.flatMap((paragraph, index) => [
      ...(index > 0 ? [pause] : []),
      ...partsOfParagraph(paragraph, { own: voiceId, spokenBy: voiceOfParagraph(paragraph, work, chapter) }),
    ]),
    section: { workId: work._id, chapterId: chapter._id, id: section.id, revision: section.revision },
  }
}

/** Silence between two paragraphs beyond the one that a voice makes at the end of each: 600 ms together. */
const pause: SpokenPart = { pauseMs: 600 - pausesMs.paragraph }

/**
 * The voice of a job: that of its chapter where a paragraph of it is spoken by that, else of the work. So a change of the chapter's voice is another job for
 * the sections alone that it changes.
 */
function voiceOfSection(paragraphs: Paragraph[], work: Work, { voiceId }: Pick<Chapter, 'voiceId'>): string {
  return voiceId !== undefined && paragraphs.some(isOfChapter) ? voiceId : work.voiceId
}

/** A paragraph by itself, so that a change of another one is no change of its pieces. @param own the voice of its job */
function partsOfParagraph(
  { text, speaker }: Paragraph,
  { own, spokenBy }: { own: string; spokenBy: string },
): SpokenPart[] {
  const marked = partsOf({ kind: 'tts', userText: text, voiceId: spokenBy }) ?? [{ text }]
  // With the end of its line a title without a full stop is a sentence too, whatever follows.
  return ended(marked).map((part) => {
    if ('pauseMs' in part) return part
    const said = speaker === undefined ? part : { ...part, speaker }
    if (part.voiceId === own) return withoutVoice(said)
    // A mark names its voice; what has none is spoken by that of the paragraph.
    return part.voiceId === undefined && spokenBy !== own ? { ...said, voiceId: spokenBy } : said
  })
}

function withoutVoice({ voiceId: _, ...part }: Extract<SpokenPart, { text: string }>): SpokenPart {
  return part
}

/** The end of the line is a part of what was written, never of what a mark has put in its place. */
function ended(parts: SpokenPart[]): SpokenPart[] {
  const last = parts.at(-1)
  const isWritten = last && 'text' in last && !last.as && last.phonemes === undefined && last.shown === undefined
  return isWritten ? [...parts.slice(0, -1), { ...last, text: `${last.text}\n` }] : [...parts, { text: '\n' }]
}
