import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { latinForm } from '../src/language/latin-form.ts'
import { textRulesVersion } from '../src/rules-version.ts'
import { sentencesOf } from '../src/sentences/sentences.ts'
import { spokenText } from '../src/spoken-text.ts'
import { corpus, languages } from './support/corpus.ts'

test('another output of the rules is another version of them', () => {
  const outputs = languages.map((language) =>
    corpus.map((text) => sentencesOf(latinForm(spokenText(text, { language }), [language]), language)),
  )
  const version = createHash('sha256').update(JSON.stringify(outputs)).digest('hex').slice(0, 8)
  expect(version, 'the rules speak otherwise now: this is their version').toBe(textRulesVersion)
})
