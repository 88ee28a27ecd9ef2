import { createHash } from 'node:crypto'
import { defaultSessionId } from '@utter/contracts/jobs'
import { blends, chatVersion, isBlendId, speechVersion } from '@utter/contracts/settings'
import type { Job } from './job.ts'

/** The present versions of the chat model, and of each voice by its id, with the languages of those. Empty while they are not known. */
export type PresentVersions = {
  chat?: string
  speech?: Record<string, string>
  languages?: Record<string, string[]>
}

/**
 * recipe 15: the hash of all requested values that decide how a job sounds. Undefined for a reply that may depend on
 * earlier turns.
 */
export function cacheKeyOf({
  kind,
  sessionId,
  userText,
  voiceId,
  ttsSettings,
  language,
  textNormalization,
}: Pick<Job, 'kind' | 'sessionId' | 'userText' | 'voiceId' | 'ttsSettings' | 'language' | 'textNormalization'>):
  | string
  | undefined {
  if (kind === 'reply' && sessionId !== defaultSessionId) return undefined
  const { stability, similarityBoost, style, speakerBoost, speed = 1 } = ttsSettings
  const requested = [kind, userText, voiceId, stability, similarityBoost, style, speakerBoost, speed]
  // Only where they are set: without them the key is that of a version that did not know them.
  const reading = language || textNormalization ? [language ?? null, textNormalization ?? null] : []
  return createHash('sha256')
    .update(JSON.stringify([...requested, ...reading]))
    .digest('base64url')
}

/** Whether a spoken job would be made in the same way now; false while its or the present versions are unknown. */
export function isMadeWith(
  { kind, voiceId, work }: Pick<Job, 'kind' | 'voiceId' | 'work'>,
  { chat, speech }: PresentVersions,
): boolean {
  const { provider, model, voice, textRules } = work?.speech ?? {}
  if (provider === undefined || model === undefined || voice === undefined) return false
  const isBlend = isBlendId(voiceId)
  const made = speechVersion({ provider, model, voice: isBlend ? blends : voice, textRules })
  if (made !== speech?.[isBlend ? blends : voiceId]) return false
  if (kind === 'tts') return true
  return work?.chat?.provider !== undefined && chatVersion({ ...work.chat, provider: work.chat.provider }) === chat
}
