import { HttpError } from '../../../lib/server/http.ts'

/** The sentences of a refusal by the fields of the form; `text` has those of the file, and of a chapter. */
export function refusedFields(error: unknown) {
  const details = (error instanceof HttpError && error.problem?.details) || []
  const rootOf = (field: string) => field.split('.', 1)[0] ?? ''
  const at = (...names: string[]) => details.find(({ field }) => names.includes(rootOf(field)))
  const ofChapter = at('chapters')
  const number = Number(ofChapter?.field.split('.')[1]) + 1
  const fields = {
    title: at('title')?.message,
    // A file tells its language, and the voice is what can be changed.
    voice: at('voiceId', 'language')?.message,
    text: ofChapter ? (number ? `Chapter ${number}: ${ofChapter.message}` : ofChapter.message) : at('file')?.message,
  }
  return { ...fields, isAtField: Object.values(fields).some((sentence) => sentence !== undefined) }
}
