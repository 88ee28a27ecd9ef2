import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { limits } from '@utter/contracts/jobs'

/** Their order is that of the form; the first one is chosen at first, since it needs no chat model. */
export const jobKinds = ['tts', 'reply'] as const satisfies JobKind[]

interface KindOfJob {
  path: string
  label: string
  /** Below the text. */
  hint: string
  /** In place of a result. */
  awaited: string
  maxText: number
}

export const aboutKind: Record<JobKind, KindOfJob> = {
  tts: {
    path: '/api/tts',
    label: 'Speak it as it is',
    hint: 'This text itself is spoken.',
    awaited: 'Your text will be heard here.',
    maxText: limits.ttsText,
  },
  reply: {
    path: '/api/reply',
    label: 'Answer it',
    hint: 'The reply to this text is spoken.',
    awaited: 'The spoken reply will be heard here.',
    maxText: limits.replyText,
  },
}
