import { msg } from '../../lib/language/words.ts'

/** The state of an answer. A question has none. */
export type ReplyProgress =
  | { kind: 'thinking' }
  /** Its text has begun. `liveUrl`: it is heard while it is spoken, and perhaps still written. */
  | { kind: 'speaking'; liveUrl?: string }
  | { kind: 'spoken'; audioUrl: string; durationMs: number | undefined }
  /** The text stays. `refusedVoiceId`: another voice may speak it, since the failure was this one's. */
  | { kind: 'silent'; reason: string; refusedVoiceId: string | undefined }
  | { kind: 'stopped' }

export interface Question {
  id: string
  role: 'user'
  content: string
  /** Its answer failed: it can be asked again. `refusedVoiceId`: with another voice, since the failure was this one's. */
  failure: { reason: string; refusedVoiceId: string | undefined } | undefined
}

export interface Answer {
  id: string
  role: 'assistant'
  content: string
  progress: ReplyProgress | undefined
  /** The job that answers, as soon as there is one. */
  jobId?: string
}

export type Message = Question | Answer

/** Shown in the language of the page, whatever a kept conversation has. */
export const welcomeText = msg('Hello! Ask me anything, and I will answer out loud.')

export const welcome: Answer = {
  id: 'welcome',
  role: 'assistant',
  content: welcomeText.id,
  progress: undefined,
}

export const isGenerating = (message: Message): boolean =>
  message.role === 'assistant' && (message.progress?.kind === 'thinking' || message.progress?.kind === 'speaking')
