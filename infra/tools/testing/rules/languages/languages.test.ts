import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { interfaceLanguages } from '@utter/contracts/http/languages'
import { repoDir } from '@utter/local/settings'
import { describe, expect, test } from 'vitest'
import { type SourceFile, sourceFiles } from '../source-files.ts'
import { looseTextsIn } from './loose-texts.ts'
import { messagesIn } from './messages-in-source.ts'

/** English in every language: the guide to a programming interface, and what holds between us and a customer. */
const english = /^web\/src\/(features\/(guide|legal)\/|pages\/guide\.tsx)/
/** Code, and words that no person is told: samples, texts to be spoken, names of languages and months. */
const withoutTexts =
  /^web\/src\/(theme\.ts|lib\/(format\/times|language\/languages)\.ts|features\/(code-samples\/(client|code)-samples?|session\/common-passwords|first-steps\/example-texts|batches\/make\/use-list|works\/make\/(example|work-call)|commands\/screen-acts|jobs\/rows\/grid)\.tsx?$)/

const filesOf = (folder: string) => sourceFiles().filter(({ path }) => path.startsWith(folder) && !english.test(path))
const messagesOf = (files: SourceFile[]) =>
  [...new Set(files.flatMap(({ path, text }) => messagesIn(text, path)))].sort()
const files = filesOf('web/src/')
const messages = messagesOf(files)
const mails = messagesOf(filesOf('services/notifier/src/mails/'))

const pathOf = (folder: string, language: string) => join(repoDir, folder, `languages/${language}.json`)

/** Texts that stay as they are: keys of a keyboard, what a program reads, samples of what to say. */
const kept = [
  'Enter',
  'Ctrl',
  // In a report of a fault.
  'Unknown error',
  // The title of a work that has none.
  'Untitled',
  'Hello from my own program.',
  'What is a harbour?',
  'book chapters audiobook file long text create',
]

test('there is something to translate', () => {
  expect(messages.length).toBeGreaterThan(1_000)
  expect(mails.length).toBeGreaterThan(80)
})

test('every text of a screen is written through t, msg, counted or Trans', () => {
  const loose = ({ path, text }: SourceFile) => looseTextsIn(text, path).filter((one) => !kept.includes(one))
  const read = files.filter(({ path }) => !withoutTexts.test(path))
  expect(read.flatMap((file) => loose(file).map((one) => `${file.path}: ${one}`))).toEqual([])
})

/** Names in braces and in tags, each as often as it is there. A translation may ask for `number` as well, which `counted` gives. */
const partsOf = (text: string) => ({
  values: [...new Set([...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map((match) => match[1]))]
    .filter((one) => one !== 'number')
    .sort(),
  tags: [...text.matchAll(/<\/?\w+\/?>/g)].map(([tag]) => tag).sort(),
})

const catalogs = (['web', 'services/notifier'] as const).flatMap((folder) =>
  interfaceLanguages.filter((language) => language !== 'en').map((language) => [folder, language] as const),
)

describe.each(catalogs)('of %s, the language %s', (folder, language) => {
  const known = JSON.parse(readFileSync(pathOf(folder, language), 'utf8')) as Record<string, string>

  test('has every text, and no other', async () => {
    const texts = folder === 'web' ? messages : mails
    const whole = Object.fromEntries(texts.map((one) => [one, known[one] ?? '']))
    await expect(`${JSON.stringify(whole, null, 2)}\n`).toMatchFileSnapshot(pathOf(folder, language))
  })
  test('leaves none untranslated', () => {
    expect(Object.keys(known).filter((one) => !known[one])).toEqual([])
  })
  test('has the values and the elements of each text, as ICU MessageFormat', () => {
    for (const [text, translation] of Object.entries(known)) {
      expect({ text, ...partsOf(translation) }).toEqual({ text, ...partsOf(text) })
      expect(() => compileMessageOrThrow(translation), translation).not.toThrow()
    }
  })
})

test('a mail has no other forms than names in braces', () => {
  for (const [, language] of catalogs) {
    const texts = JSON.parse(readFileSync(pathOf('services/notifier', language), 'utf8')) as Record<string, string>
    for (const text of Object.values(texts)) expect(text.replaceAll(/\{\w+\}/g, '')).not.toMatch(/[{}]/)
  }
})
