import { type Answer, type Message, type Question, type ReplyProgress, welcome } from './message.ts'

export type Action =
  | { kind: 'asked'; questionId: string; answerId: string; text: string }
  /** Asked again: the failed question moves to the end. */
  | { kind: 'retried'; questionId: string; answerId: string }
  | { kind: 'text'; answerId: string; content: string }
  | { kind: 'progress'; answerId: string; progress: ReplyProgress }
  | { kind: 'accepted'; answerId: string; jobId: string }
  | { kind: 'begun anew' }
  | { kind: 'failed'; questionId: string; answerId: string; failure: Question['failure'] }

export const firstMessages: Message[] = [welcome]

const thinking = (id: string): Answer => ({ id, role: 'assistant', content: '', progress: { kind: 'thinking' } })

/** The messages of a conversation: a question and the placeholder of its answer come at once; on a failed reply the placeholder goes. */
export function conversation(messages: Message[], action: Action): Message[] {
  switch (action.kind) {
    case 'asked': {
      const { questionId, answerId, text } = action
      return [...messages, { id: questionId, role: 'user', content: text, failure: undefined }, thinking(answerId)]
    }
    case 'retried': {
      const question = messages.find(({ id }) => id === action.questionId)
      if (question?.role !== 'user') return messages
      const others = messages.filter((message) => message !== question)
      return [...others, { ...question, failure: undefined }, thinking(action.answerId)]
    }
    case 'text':
      return changed(messages, action.answerId, ({ progress }) => ({
        content: action.content,
        ...(progress?.kind === 'thinking' && { progress: { kind: 'speaking' } }),
      }))
    case 'progress':
      return changed(messages, action.answerId, () => ({ progress: action.progress }))
    case 'accepted':
      return changed(messages, action.answerId, () => ({ jobId: action.jobId }))
    case 'begun anew':
      return firstMessages
    case 'failed':
      return messages
        .filter(({ id }) => id !== action.answerId)
        .map((message) =>
          message.role === 'user' && message.id === action.questionId
            ? { ...message, failure: action.failure }
            : message,
        )
  }
}

const changed = (messages: Message[], answerId: string, change: (answer: Answer) => Partial<Answer>): Message[] =>
  messages.map((message) =>
    message.role === 'assistant' && message.id === answerId ? { ...message, ...change(message) } : message,
  )
