import { createHash } from 'node:crypto'
import { defaultSessionId } from '@utter/contracts/jobs'
import { blends, chatVersion, isBlendId, speechVersion, type VoiceNames } from '@utter/contracts/settings'
import type { Job } from './job.ts'
import { otherVoicesOf } from './marked.ts'

/** The present versions of the chat model, and of each voice by its id, with the languages and settings of those; `hearing`: vendors' are heard. Empty while they are not known. */
export type PresentVersions = {
  chat?: string
  speech?: Record<string, string>
  languages?: Record<string, string[]>
  names?: VoiceNames
  hearing?: true
}

type Keyed = Pick<
  Job,
  'kind' | 'sessionId' | 'userText' | 'voiceId' | 'ttsSettings' | 'language' | 'textNormalization' | 'spokenText'
> &
  Pick<Job, 'ssml' | 'parts' | 'seed' | 'check' | 'speakers'>

/**
 * recipe 15: the hash of all requested values that decide how a job sounds: the voice, by whichever of its names, and the settings that
 * act on it, and how it is checked; while that is not known, all as they were given; of a text with marks also the versions of its other voices. Undefined for a reply that may depend on earlier turns.
 */
export function cacheKeyOf(
  {
    kind,
    sessionId,
    userText,
    voiceId,
    ttsSettings,
    language,
    textNormalization,
    spokenText,
    ssml,
    parts,
    seed,
    check,
    speakers,
  }: Keyed,
  { names = {}, speech = {} }: PresentVersions = {},
): string | undefined {
  if (kind === 'reply' && sessionId !== defaultSessionId) return undefined
  const { stability, similarityBoost, style, speakerBoost, speed = 1 } = ttsSettings
  const named = Object.hasOwn(names, voiceId) ? names[voiceId] : undefined
  const settings = Object.entries({ stability, similarityBoost, style, speakerBoost })
  const acting = settings.map(([name, value]) => (named && !named.settings.includes(name) ? null : value))
  const requested = [kind, userText, named?.id ?? voiceId, ...acting, speed]
  // Only where they are set: without them the key is that of a version that did not know them.
  const pronounced = spokenText === undefined ? [] : [spokenText]
  const marked = parts
    ? [Boolean(ssml), otherVoicesOf({ parts }).map((id) => (Object.hasOwn(speech, id) ? speech[id] : null))]
    : []
  const isRead = language || textNormalization || pronounced.length > 0
  const reading = isRead ? [language ?? null, textNormalization ?? null, ...pronounced, ...marked] : []
  return createHash('sha256')
    .update(
      JSON.stringify([
        ...requested,
        ...reading,
        ...(seed === undefined ? [] : [{ seed }]),
        ...(check ? [{ check }] : []),
        ...(speakers ? [{ speakers }] : []),
      ]),
    )
    .digest('base64url')
}

/** The draft with the key by which it is found, if it has one at all. */
export const withCacheKey = ({ cacheKey: before, ...draft }: Job, present: PresentVersions): Job => {
  const cacheKey = before && cacheKeyOf(draft, present)
  return cacheKey ? { ...draft, cacheKey } : draft
}

/**
 * Whether a spoken job was made as one in this voice would be now; false while its or the present versions are unknown.
 * @param voiceId of the job to come: the spoken one may have named its voice otherwise
 */
export function isMadeWith(
  { kind, work }: Pick<Job, 'kind' | 'work'>,
  voiceId: string,
  { chat, speech }: PresentVersions,
): boolean {
  const { provider, model, voice, textRules, instead } = work?.speech ?? {}
  // Another voice has spoken a part of it, by a fallback.
  if (instead) return false
  if (provider === undefined || model === undefined || voice === undefined) return false
  const isBlend = isBlendId(voiceId)
  const made = speechVersion({ provider, model, voice: isBlend ? blends : voice, textRules })
  if (made !== speech?.[isBlend ? blends : voiceId]) return false
  if (kind === 'tts') return true
  return work?.chat?.provider !== undefined && chatVersion({ ...work.chat, provider: work.chat.provider }) === chat
}
