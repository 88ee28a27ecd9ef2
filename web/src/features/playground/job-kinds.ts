import type { JobKind } from '@utter/contracts/http/jobs/batch'
import { limits } from '@utter/contracts/jobs'
import { type MessageDescriptor, msg, t } from '../../lib/language/words.ts'

/** Their order is that of the form; the first one is chosen at first, since it needs no chat model. */
export const jobKinds = ['tts', 'reply'] as const satisfies JobKind[]

interface KindOfJob {
  path: string
  label: MessageDescriptor
  /** Below the text. */
  hint: MessageDescriptor
  /** In place of a result. */
  awaited: MessageDescriptor
  maxText: number
}

export const aboutKind: Record<JobKind, KindOfJob> = {
  tts: {
    path: '/api/tts',
    label: msg('Speak it as it is'),
    hint: msg('This text itself is spoken.'),
    awaited: msg('Your text will be heard here.'),
    maxText: limits.ttsText,
  },
  reply: {
    path: '/api/reply',
    label: msg('Answer it'),
    hint: msg('The reply to this text is spoken.'),
    awaited: msg('The spoken reply will be heard here.'),
    maxText: limits.replyText,
  },
}

export const kindOptions = () => jobKinds.map((value) => ({ value, label: t(aboutKind[value].label) }))
