import type { ApiCall } from '../../code-samples/code-parts.ts'

const sampleText = 'It was a bright cold day.'
const maxCharacters = 80

interface WorkOfCall {
  title: string
  voiceId: string
  requestId: string
  /** As it was typed; empty for a file, whose chapters the server reads. */
  text: string
}

/** The call that makes a work by its chapters, with the beginning of the first one alone: a book would show nothing more. */
export function workCall({ title, voiceId, requestId, text }: WorkOfCall): ApiCall {
  const first = text.split('\n').find((line) => line.trim() !== '' && !line.startsWith('#'))
  const paragraphs = [{ text: (first ?? sampleText).trim().slice(0, maxCharacters) }]
  return {
    method: 'POST',
    path: '/api/works',
    body: {
      title: title.trim() || 'My first book',
      requestId,
      voiceId,
      chapters: [{ title: 'One', paragraphs }],
    },
  }
}
