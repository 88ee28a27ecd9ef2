import type { ApiCall } from '../../code-samples/code-parts.ts'

const sampleText = 'It was a bright cold day.'
/** Said by a speaker. */
const sampleLine = 'Who is there?'
const maxCharacters = 80

interface WorkOfCall {
  title: string
  voiceId: string
  requestId: string
  /** As it was typed; empty for a file, whose chapters the server reads. */
  text: string
  /** Voices that were chosen. */
  speakers: Record<string, string>
  chapterVoices: readonly (string | null)[]
}

/** The call that makes a work by its chapters, with the beginning of the first one alone: a book would show nothing more. */
export function workCall({ title, voiceId, requestId, text, speakers, chapterVoices }: WorkOfCall): ApiCall {
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  const [speaker] = Object.keys(speakers)
  const [ofFirst] = chapterVoices
  const paragraphs = [
    { text: (first ?? sampleText).trim().slice(0, maxCharacters) },
    ...(speaker === undefined ? [] : [{ speaker, text: sampleLine }]),
  ]
  return {
    method: 'POST',
    path: '/api/works',
    body: {
      title: title.trim() || 'My first book',
      requestId,
      voiceId,
      ...(speaker !== undefined && { speakers }),
      chapters: [{ title: 'One', ...(ofFirst && { voiceId: ofFirst }), paragraphs }],
    },
  }
}
