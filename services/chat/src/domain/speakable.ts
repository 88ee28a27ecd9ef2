import { form } from '@utter/text/form/form'
import { plainText } from '@utter/text/markdown/plain-text'
import { sentencesOf } from '@utter/text/sentences/sentences'

const isEnd = /[.!?。！？…]["'”’»)\]]*\s*$/u

/**
 * A model's answer as it is shown and spoken: Markdown, HTML tags and emoji are gone, words and figures stay. `wasCut`: the model
 * reached its token limit; the unfinished sentence at the end is left out, unless there is no other.
 */
export function speakable(
  text: string,
  { wasCut = false, language = 'en' }: { wasCut?: boolean; language?: string | undefined } = {},
): string {
  const plain = plainText(form(text))
  if (!wasCut || isEnd.test(plain)) return plain
  // Where the language of a reply is not known, ends of sentences in other scripts are found all the same.
  const whole = sentencesOf(plain, language)
  const last = whole.findLastIndex((sentence) => isEnd.test(sentence))
  const kept = whole
    .slice(0, last + 1)
    .join('')
    .trim()
  // A list's number alone has no meaning: better a sentence without its end.
  return /\p{L}{2}/u.test(kept) ? kept : plain
}
