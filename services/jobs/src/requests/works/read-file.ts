import { Speakers } from '@utter/contracts/http/jobs/dialogue'
import { ChapterVoices, type WorkFileQuery, WorkRequest, workLimits } from '@utter/contracts/http/works/requests'
import { invalid, Problem } from '@utter/http/problem'
import { kindOfFile } from '@utter/manuscripts/kind-of-file'
import { type FoundSpeaker, ManuscriptFault } from '@utter/manuscripts/manuscript'
import type { ManuscriptFile } from '@utter/manuscripts/manuscript-file'
import { readManuscript } from '@utter/manuscripts/read-manuscript'
import * as z from 'zod/mini'
import { parsed } from '../parse-fields.ts'

/** The longest text of a work takes less, in any of its encodings. */
const maxTextBytes = 8 * 1024 * 1024
/** Bytes by which a file is known. */
const firstBytes = 512

/** Fields of the query that are JSON. */
const VoicesOfFile = z.object({ speakers: z.optional(Speakers), chapterVoices: z.optional(ChapterVoices) })

type FileOfWork = { file: ManuscriptFile; contentType: string | undefined }

/**
 * The request of a work whose chapters are read from a file. @param requestId in place of a missing one
 * @throws Problem 400 with a sentence about the file, 415 for a file of another kind
 */
export async function readFileOfWork(
  { file, contentType }: FileOfWork,
  { name, title, language, dryRun: _, speakers: ofSpeakers, chapterVoices: ofChapters, ...given }: WorkFileQuery,
  requestId: string | undefined,
): Promise<{ request: WorkRequest; speakers: FoundSpeaker[] }> {
  const { speakers, chapterVoices = [] } = parsed(VoicesOfFile, {
    speakers: jsonOf(ofSpeakers),
    chapterVoices: jsonOf(ofChapters),
  })
  const kind = kindOfFile(contentType, name, await file.read(0, firstBytes))
  if (!kind)
    throw new Problem(415, 'unsupported_media_type', 'The file must be a text, Markdown, an EPUB or a Word document')
  if ((kind === 'text' || kind === 'markdown') && file.size > maxTextBytes) throw faulty('The text is too long')
  const read = await readManuscript(kind, file, { speakers: Object.keys(speakers ?? {}) }).catch((error: unknown) => {
    throw error instanceof ManuscriptFault ? faulty(error.message) : error
  })
  if (chapterVoices.length > read.chapters.length)
    throw invalid([{ field: 'chapterVoices', message: `The file has ${read.chapters.length} chapters` }])
  const spoken = language ?? read.language
  const request = parsed(WorkRequest, {
    ...given,
    requestId: given.requestId ?? requestId,
    title: title ?? read.title ?? titleOf(name),
    ...(spoken && { language: spoken }),
    ...(speakers && { speakers }),
    chapters: read.chapters.map(({ title: ofChapter, paragraphs }, index) => ({
      title: ofChapter,
      voiceId: chapterVoices[index],
      paragraphs,
    })),
  })
  return { request, speakers: read.speakers }
}

/** The value of a field that is JSON; where it is none the text, which its schema refuses in its own words. */
function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const faulty = (message: string) => invalid([{ field: 'file', message }])

/** A title of the name of a file, without its ending. */
const titleOf = (name = 'Untitled') => name.replace(/\.\w{1,10}$/, '').slice(0, workLimits.title) || 'Untitled'
