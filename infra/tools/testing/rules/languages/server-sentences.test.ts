import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repoDir } from '@utter/local/settings'
import { isTranslated } from '@utter/web/lib/language/server-sentences'
import { expect, test } from 'vitest'
import { sourceFiles } from '../source-files.ts'
import { sentencesIn, writtenIn } from './sentences-in-source.ts'

/** Services, and what they answer with; the description of the API is in English. */
const answering = /^(gateway\/src|services\/\w+\/src|infra\/packages\/http\/src)\/(?!openapi\/)/

/** Packages whose checks and readers have sentences of their own. */
const checking =
  /^infra\/packages\/(contracts\/src\/http|manuscripts\/src|text\/src\/(language|markup))\/(?!.*descriptions?\b)/

/** Sentences that nobody reads on a screen: for the author of a program, the operator, or another service. */
const forPrograms = [
  '7 must be a time such as 2026-03-20T12:00:00Z',
  'A chapter must be a JSON object',
  'A job of this account is still under way, try again in a moment',
  "A model with the id '7' does not exist",
  'A paragraph must be a JSON object',
  'A turn must be a JSON object',
  'Account not found',
  'An entry must be a JSON object',
  'Either userText or dialogue is taken, not both',
  'Invalid signature',
  'Invoice 7 is in 7',
  'Invoice 7 is refunded already',
  'It is not, or no longer, what the conditions of the request name',
  'Jobs are not dated back in production',
  'No account has the email 7',
  'No chat model here: set OPENAI_API_KEY or OPENAI_BASE_URL',
  'No invoice of this number was paid',
  'No invoice was paid',
  'No such account',
  'No vendor 7 is configured; there are 7',
  'Not the address of this account',
  'Nothing was used yet',
  'Of invoice 7 only 7 are left, in the smallest unit of 7',
  'Only GET is answered here',
  'Only POST is answered here',
  'SSML is one <speak> element',
  'Say hello to somebody who is new here.',
  'Send a blend or a voice ID, not both',
  'Stripe does not know the customer 7',
  'Stripe refuses it: 7',
  'The account has no key 7',
  'The archive ends before its part does',
  'The body must be a JSON object',
  "The customer's bank did not take this refund: give another one, or another reason",
  'The description is not complete yet, try again in a moment',
  'The item 7 is on the invoice 7, which is 7',
  "The model '7' does not exist",
  'The range is not satisfiable',
  'The request body is not valid JSON',
  'The request must have a file as its body',
  'The voice was closed',
  'There is no such incident, or it has 50 updates',
  'There must be one Host header',
  'This API key may not be used from this network',
  'This account has a subscription at Stripe: change or cancel it there',
  'This account has never bought anything',
  'This host is not served here',
  'Unknown error',
  'Unknown price ID',
  'Webhooks of Utter arrive here.',
  'Why it has failed.',
  'after must be a paragraph of the chapter',
  'status must be a status such as 429, or a class of them such as 4xx',
]
/** A sentence whose end is written elsewhere: it is translated with each of its ends. */
const withEnds = [
  'Own voices are available 7',
  'Pronunciation lists are available 7',
  'Webhook URL 7',
  'Word timestamps are available 7',
  'Works are available 7',
]

const sentences = [
  ...new Set(
    sourceFiles().flatMap(({ path, text }) => [
      ...(answering.test(path) ? sentencesIn(text, path) : []),
      ...(checking.test(path) ? writtenIn(text, path) : []),
    ]),
  ),
]

test('sentences are found where a service answers with them', () => {
  const source = [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the source that is read.
    "const refuse = () => conflict('taken', `Maximum ${max} voices`)",
    "const done = { message: 'Email updated' }",
    "const sentences = { a: 'No mark' }",
    "const busy = (sentence = 'Try it again') => sentence",
    "function sentenceOf() { return 'Not this time' }",
    "say('Not one')",
  ]
  expect(sentencesIn(source.join('\n'), 'a.ts')).toEqual([
    'Maximum 7 voices',
    'Email updated',
    'No mark',
    'Try it again',
    'Not this time',
  ])
  expect(sentences.length).toBeGreaterThan(120)
})

test('every sentence that a person meets is in the languages of the screens', () => {
  const known = [...forPrograms, ...withEnds]
  // The description of a field, which `/docs` has.
  const isLong = (one: string) => one.length > 200
  expect(sentences.filter((one) => !isTranslated(one) && !known.includes(one) && !isLong(one)).sort()).toEqual([])
})

test('none is named that is not there, or has a translation', () => {
  expect([...forPrograms, ...withEnds].filter((one) => !sentences.includes(one) || isTranslated(one))).toEqual([])
})

test('pictures have no sentence of a service that no service says', () => {
  const folder = join(repoDir, 'infra/tools/testing/screenshots/answers')
  const found = readdirSync(folder).flatMap((file) => sentencesIn(readFileSync(join(folder, file), 'utf8'), file))
  expect(found.length).toBeGreaterThan(5)
  expect(found.filter((one) => !isTranslated(one))).toEqual([])
})

test('a confirmation is read by `messageIn` alone, which translates it', () => {
  const readers = sourceFiles().filter(
    ({ path, text }) => path.startsWith('web/src/') && text.includes('MessageAnswer'),
  )
  expect(readers.map(({ path }) => path)).toEqual(['web/src/lib/server/message-in.ts'])
})
