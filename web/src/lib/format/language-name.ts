import { madeOnce } from '../made-once.ts'
import { locale } from './locale.ts'

const names = madeOnce(
  () => new Intl.DisplayNames(locale(), { type: 'language', languageDisplay: 'standard', style: 'short' }),
)

/** 'English (UK)' for en-GB. A tag that is none of BCP 47 is shown as it is. */
export function languageName(tag: string): string {
  try {
    return names().of(tag) ?? tag
  } catch {
    return tag
  }
}
