import type { Operation } from '@utter/http/openapi/operation'

/** The answers of a sound with ranges, for the API's description. @param whole the file, in a sentence */
export const rangedAnswers = (type: string, whole: string) =>
  ({
    200: { description: whole, types: [type], headers: ['ETag', 'Content-Disposition', 'AI-Disclosure'] },
    206: { description: 'The range of it.', types: [type], headers: ['ETag', 'Content-Range', 'AI-Disclosure'] },
    304: { description: 'What is kept still holds.', headers: ['ETag'] },
  }) satisfies Operation['answers']

export const rangedRefusals = {
  412: 'It is not what `If-Match` names.',
  416: 'The range lies outside of the audio.',
} satisfies Operation['refusals']
