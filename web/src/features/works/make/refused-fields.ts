import { t } from '../../../lib/language/words.ts'
import { HttpError } from '../../../lib/server/http.ts'

const voiceOfChapter = /^chapters\.\d+\.voiceId$/

/** The sentences of a refusal by the fields of the form; `text` has those of the file, and of a chapter. */
export function refusedFields(error: unknown) {
  const details = (error instanceof HttpError && error.problem?.details) || []
  const rootOf = (field: string) => field.split('.', 1)[0] ?? ''
  const at = (...names: string[]) =>
    details.find(({ field }) => names.includes(rootOf(field)) && !voiceOfChapter.test(field))
  const ofChapter = at('chapters')
  const ofVoice = details.find(({ field }) => voiceOfChapter.test(field))
  const numberOf = (fault: typeof ofChapter) => Number(fault?.field.split('.')[1]) + 1
  const inChapter = (fault: typeof ofChapter) =>
    fault &&
    (numberOf(fault)
      ? t('Chapter {number}: {sentence}', { number: numberOf(fault), sentence: fault.message })
      : fault.message)
  const fields = {
    title: at('title')?.message,
    // A file tells its language, and the voice is what can be changed.
    voice: at('voiceId', 'language')?.message,
    speakers: at('speakers')?.message,
    chapterVoices: inChapter(ofVoice) ?? at('chapterVoices')?.message,
    text: inChapter(ofChapter) ?? at('file')?.message,
  }
  return { ...fields, isAtField: Object.values(fields).some((sentence) => sentence !== undefined) }
}
