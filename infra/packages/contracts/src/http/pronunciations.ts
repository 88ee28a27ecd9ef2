import * as z from 'zod/mini'
import type { Plan } from '../plans.ts'
import { requiredText, sentBody, sentObject } from './fields.ts'
import { textFields } from './jobs/job-language.ts'

export const maxPronunciations = 500
/** Characters of a written form, and of a spoken one. */
export const maxPronunciationText = 100

const side = (label: string) =>
  requiredText(label, maxPronunciationText).check(
    z.refine((text) => !/\p{Cc}/u.test(text), `${label} must have no control characters`),
    z.overwrite((text) => text.trim().normalize('NFC')),
  )

const flag = (name: string) => z.optional(z.boolean(`${name} must be true or false`))

/**
 * How a written form is spoken. `caseSensitive` is false and `wholeWord` true unless they are given; with `language` it applies where the voice
 * speaks that.
 */
const fields = {
  from: side('from'),
  to: side('to'),
  caseSensitive: flag('caseSensitive'),
  wholeWord: flag('wholeWord'),
  language: textFields.language,
}
export const Pronunciation = sentObject(fields, 'An entry must be a JSON object')
export type Pronunciation = z.infer<typeof Pronunciation>

/** Tells entries apart: two with the same would decide the same words. */
const placeOf = ({ from, caseSensitive = false, wholeWord = true, language }: Pronunciation) =>
  JSON.stringify([caseSensitive ? from : from.toLowerCase(), caseSensitive, wholeWord, language ?? null])

/** `PUT /api/pronunciations`: the whole list, in place of the one before. */
export const PronunciationList = sentBody({
  entries: z
    .array(Pronunciation, 'entries must be a list')
    .check(z.maxLength(maxPronunciations, `Maximum ${maxPronunciations} entries`)),
}).check(({ value, issues }) => {
  const places = new Map<string, number>()
  for (const [index, entry] of value.entries.entries()) {
    const place = placeOf(entry)
    const earlier = places.get(place)
    if (earlier === undefined) places.set(place, index)
    else
      issues.push({
        code: 'custom',
        path: ['entries', index, 'from'],
        message: `from is the same as that of entry ${earlier + 1}`,
        input: value,
      })
  }
})
export type PronunciationList = z.infer<typeof PronunciationList>

/** `POST /api/pronunciations/sample`. */
export const PronunciationSample = sentBody({ entry: Pronunciation })

/** The sentence of a plan without lists. */
export function noPronunciationsSentence(plans: Pick<Plan, 'name' | 'pronunciations'>[]): string {
  const first = plans.find(({ pronunciations }) => pronunciations)?.name
  return `Pronunciation lists are available ${first ? `from the ${first} plan` : 'on no plan'}`
}

/** `applied` is false on a plan without pronunciation lists: the list is kept, and texts are spoken as they are written. */
export const PronunciationsView = z.object({
  entries: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      caseSensitive: z.boolean(),
      wholeWord: z.boolean(),
      language: z.optional(z.string()),
    }),
  ),
  applied: z.boolean(),
})
export type PronunciationsView = z.infer<typeof PronunciationsView>
