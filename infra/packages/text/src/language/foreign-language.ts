import { form } from '../form/form.ts'
import { plainText } from '../markdown/plain-text.ts'
import { canSpeak } from './can-speak.ts'

const mark = /[*_`~[\]<>|\\&#\n]/g
/** A text with more of them takes the reader of Markdown tens of milliseconds. */
const maxMarks = 500

/**
 * The name of the language of a text that voices of these languages certainly refuse as it was written; undefined where one may speak it. For a
 * thread that others wait for: 10,000 characters that are accepted take 3 ms, others 10, so a text that is mostly markup is left to the voice.
 */
export function foreignLanguage(text: string, languages: string[]): string | undefined {
  const formed = form(text)
  // Markup and addresses count here too, so that most texts are accepted without being read as Markdown.
  const answer = canSpeak(formed, languages)
  const marks = formed.match(mark)?.length ?? 0
  if (answer.ok || marks > maxMarks) return undefined
  const certain = marks === 0 ? answer : canSpeak(plainText(formed), languages)
  return certain.ok ? undefined : certain.other
}
