import { interfaceLanguages } from '@utter/contracts/http/languages'
import { noticeKinds } from '@utter/contracts/http/notices/notice'
import { expect, test } from 'vitest'
import { textOf } from '../../src/mails/layout.ts'
import { letterOf } from '../../src/mails/letters.ts'
import { mailWords } from '../../src/mails/mail-words.ts'
import { noticeExamples } from '../support/notice-examples.ts'

const [publicUrl, link] = ['https://utter.example', 'https://utter.example/link']

const textIn = (language: string, kind: (typeof noticeKinds)[number]) => {
  const words = mailWords(language)
  const letter = letterOf(noticeExamples[kind], { words, at: new Date('2026-03-20T12:00:00Z'), publicUrl, link })
  return [letter.subject, textOf(letter, { words, publicUrl, username: 'Ada', unsubscribeUrl: link })].join('\n')
}
const wordsOf = (text: string) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('http')))

test.each(interfaceLanguages.flatMap((language) => noticeKinds.map((kind) => [language, kind] as const)))(
  'in %s a letter of the kind %s has all its values, and no line of another language',
  (language, kind) => {
    const text = textIn(language, kind)
    expect(text).not.toMatch(/[{}]|undefined|null|NaN/)
    if (language === 'en') return
    const english = wordsOf(textIn('en', kind))
    // Names, and the address of the platform.
    const same = [...wordsOf(text)].filter((line) => english.has(line) && !/^(-- |Utter, |Name: )/.test(line))
    expect(same).toEqual([])
  },
)

test('values are text: what looks like a place or an escape in a name stays as it is', () => {
  const { t } = mailWords('de')
  expect(t('API key “{name}” was made', { name: '{t} $& \\u0041' })).toBe(
    'API-Schlüssel „{t} $& \\u0041“ wurde erstellt',
  )
})
