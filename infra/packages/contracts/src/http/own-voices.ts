import * as z from 'zod/mini'
import { requiredText, sentBody } from './fields.ts'
import type { VoiceView } from './voices.ts'

/** Characters of an id of any vendor, and of the name that its owner gives it. */
const maxVoiceId = 200
const maxVoiceName = 100

/** Whether a voice is a set of figures that can be mixed with others. */
export const isBlendable = ({ provider }: Pick<VoiceView, 'provider'>): boolean => provider === 'kokoro'

export const maxBlendVoices = 4
const maxWeight = 100

const wrongWeight = `weight must be above 0 and at most ${maxWeight}`

/** A voice in a blend; its share is its weight in the sum of all. */
export const BlendPart = z.object({
  voiceId: requiredText('Voice ID', maxVoiceId),
  weight: z.number(wrongWeight).check(z.gt(0, wrongWeight), z.lte(maxWeight, wrongWeight)),
})
export type BlendPart = z.infer<typeof BlendPart>
/** Natural voices of this machine, which must be distinct and speak one language. */
export const Blend = z
  .array(BlendPart, 'blend must be a list of voices')
  .check(
    z.minLength(1, 'At least 1 voice is required'),
    z.maxLength(maxBlendVoices, `Maximum ${maxBlendVoices} voices per blend`),
  )
export type Blend = z.infer<typeof Blend>

const name = requiredText('Name', maxVoiceName)
const noConsent = 'consent must be true: the speaker has to agree'

/** A voice of a vendor's account. */
export const NewClone = z.object({
  name,
  voiceId: requiredText('Voice ID', maxVoiceId),
  /** Its speaker agrees to be spoken as. */
  consent: z.literal(true, noConsent),
})

export const NewBlend = z.object({ name, blend: Blend })

/** `POST /api/voices/mine`: a blend, or a voice of a vendor's account with the consent of its speaker. */
export const NewOwnVoice = sentBody({
  name,
  blend: z.optional(Blend),
  voiceId: z.optional(NewClone.shape.voiceId),
  consent: z.optional(NewClone.shape.consent),
}).check(({ value, issues }) => {
  const { blend, voiceId, consent } = value
  const refuse = (field: string, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: value })
  if (blend && voiceId !== undefined) refuse('blend', 'Send a blend or a voice ID, not both')
  if (!blend && voiceId === undefined) refuse('voiceId', 'Voice ID is required')
  if (!blend && !consent) refuse('consent', noConsent)
})
export type NewOwnVoice = z.infer<typeof NewOwnVoice>

/** `POST /api/voices/mine/sample`. */
export const BlendSample = sentBody({ blend: Blend })
export const OwnVoicePath = z.object({ id: z.string() })
