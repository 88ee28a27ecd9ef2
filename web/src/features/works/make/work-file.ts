import { maxWorkFileBytes } from '@utter/contracts/http/works/requests'
import { t } from '../../../lib/language/words.ts'
import { HttpError } from '../../../lib/server/http.ts'
import { refusedFields } from './refused-fields.ts'

/** Names of the files that a dialog offers; the server knows a file by its bytes. */
export const fileTypes = '.txt,.md,.markdown,.epub,.docx'

export const maxFileText = `${maxWorkFileBytes / 1024 ** 2} MB`
const tooLarge = () => t('This file is larger than {max}', { max: maxFileText })

/**
 * The file as it is now: what is priced is what is made, though it changes on the disk meanwhile. Errors have a sentence for its person: larger
 * than the server takes, empty, or not to be read, as a folder.
 */
export async function keepFile(file: File): Promise<File> {
  // Refused while it is sent, it would look as a broken line.
  if (file.size > maxWorkFileBytes) throw new Error(tooLarge())
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(t('The file could not be read'))
  })
  if (bytes.byteLength === 0) throw new Error(t('This file is empty'))
  return new File([bytes], file.name, { type: file.type })
}

/** Why the server will not take this file, in a sentence; undefined where the file is not at fault. */
export function faultOfFile(error: unknown): string | undefined {
  if (!(error instanceof HttpError)) return undefined
  if (error.status === 413) return tooLarge()
  if (error.status === 415) return error.problem?.error
  return refusedFields(error).text
}

/** The title that a text has which names none. */
export const untitled = 'Untitled'
const markdownHeading = /^ {0,3}#{1,6}[ \t]/m

/** A pasted text as its file: Markdown where a line of it is a heading of that, else plain, in which lines such as ‘Chapter 1’ are. */
export function fileOfText(text: string): File {
  const [ending, type] = markdownHeading.test(text) ? ['md', 'text/markdown'] : ['txt', 'text/plain']
  return new File([text], `${untitled}.${ending}`, { type })
}
