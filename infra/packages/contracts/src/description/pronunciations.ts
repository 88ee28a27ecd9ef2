import { Pronunciation, PronunciationList, PronunciationSample, PronunciationsView } from '../http/pronunciations.ts'
import { describe } from './describe.ts'

export const pronunciationDescriptions = [
  describe(Pronunciation, 'Pronunciation', 'How a written form is spoken.', {
    from: 'As it is written.',
    to: 'As it is spoken.',
    caseSensitive: 'Whether it must be written in the same case; false unless it is given.',
    wholeWord: 'Whether it must be a whole word; true unless it is given.',
    language: 'Where it is given, it applies to a voice that speaks it: a tag such as `es` or `pt-BR`.',
  }),
  describe(PronunciationList, 'PronunciationList', 'A whole list, in place of the one before.', {
    entries: 'Up to 500.',
  }),
  describe(PronunciationSample, 'PronunciationSample', 'A pronunciation that is to be heard.', {
    entry: 'As it is in the list, or would be.',
  }),
  describe(PronunciationsView, 'Pronunciations', 'The account’s list.', {
    entries: 'As they were set.',
    applied: 'Whether texts are spoken by it; false on a plan without lists, which keeps it.',
  }),
]
