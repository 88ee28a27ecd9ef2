import { form } from './form/form.ts'
import { plainText } from './markdown/plain-text.ts'
import { worded } from './wording/worded.ts'

export type TextOptions = {
  /** BCP 47, of the voice. */
  language: string
  /** `off`: the text is the caller's own; it only comes in characters that a voice knows. */
  normalization?: 'auto' | 'off' | undefined
}

/** A text as a voice is to speak it: its characters, then its words without markup, then its signs in words. */
export function spokenText(text: string, { language, normalization = 'auto' }: TextOptions): string {
  const formed = form(text)
  return normalization === 'off' ? formed : plainLines(worded(plainText(formed), language))
}

const plainLines = (text: string) => text.replace(/(?<! ) *(\n) */g, '$1').trim()
