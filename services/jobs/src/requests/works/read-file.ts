import { type WorkFileQuery, WorkRequest, workLimits } from '@utter/contracts/http/works/requests'
import { invalid, Problem } from '@utter/http/problem'
import { kindOfFile } from '@utter/manuscripts/kind-of-file'
import { ManuscriptFault } from '@utter/manuscripts/manuscript'
import { readManuscript } from '@utter/manuscripts/read-manuscript'
import { parsed } from '../parse-fields.ts'

/** The longest text of a work takes less, in any of its encodings. */
const maxTextBytes = 8 * 1024 * 1024
/** Bytes by which a file is known. */
const firstBytes = 512

type FileOfWork = { bytes: Buffer; contentType: string | undefined }

/**
 * The request of a work whose chapters are read from a file. @param requestId in place of a missing one
 * @throws Problem 400 with a sentence about the file, 415 for a file of another kind
 */
export async function readFileOfWork(
  { bytes, contentType }: FileOfWork,
  { name, title, language, dryRun: _, ...given }: WorkFileQuery,
  requestId: string | undefined,
): Promise<WorkRequest> {
  const kind = kindOfFile(contentType, name, bytes.subarray(0, firstBytes))
  if (!kind)
    throw new Problem(415, 'unsupported_media_type', 'The file must be a text, Markdown, an EPUB or a Word document')
  if ((kind === 'text' || kind === 'markdown') && bytes.length > maxTextBytes) throw faulty('The text is too long')
  const read = await readManuscript(kind, bytes).catch((error: unknown) => {
    throw error instanceof ManuscriptFault ? faulty(error.message) : error
  })
  const spoken = language ?? read.language
  return parsed(WorkRequest, {
    ...given,
    requestId: given.requestId ?? requestId,
    title: title ?? read.title ?? titleOf(name),
    ...(spoken && { language: spoken }),
    chapters: read.chapters.map((chapter) => ({
      title: chapter.title,
      paragraphs: chapter.paragraphs.map((text) => ({ text })),
    })),
  })
}

const faulty = (message: string) => invalid([{ field: 'file', message }])

/** A title of the name of a file, without its ending. */
const titleOf = (name = 'Untitled') => name.replace(/\.\w{1,10}$/, '').slice(0, workLimits.title) || 'Untitled'
