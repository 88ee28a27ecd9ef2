import type { Operation } from '@utter/http/openapi/operation'

/** The route of a chapter's voice in the API's description. */
export const chapterVoiceOperation: Operation = {
  id: 'setChapterVoice',
  tag: 'Works',
  summary: 'Give a chapter a voice',
  description:
    'It speaks the paragraphs that have neither a voice nor a speaker. Sections, of some 10,000 characters, with a paragraph whose voice changes by it are spoken again, for one call each; the others keep their sound.',
  parameters: { id: 'The id of the work.', chapterId: 'The id of the chapter.' },
  example: { voiceId: 'default' },
  refusals: {
    400: 'Nobody has the voice, or it does not speak the language or a mark of the chapter. Nothing is charged.',
  },
}
