import { NewOwnVoice } from '@utter/contracts/http/own-voices'
import { OwnVoiceView } from '@utter/contracts/http/voices'
import { VendorError } from '@utter/contracts/vendor-error'
import { identityOf } from '@utter/http/identity'
import { conflict, invalid, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { findVoice, unknownVoice } from '../../domain/find-voice.ts'
import type { OwnVoice, Voice } from '../../domain/voice.ts'
import { maxOwnVoicesOf, readBlend } from '../../requests/own-voices.ts'
import { ownVoiceView } from '../../views/own-voice-view.ts'

/** The longest wait for the vendor, in ms: within the gateway's own. */
const findMs = 15_000
const refused = (message: string) => invalid([{ field: 'voiceId', message }])

/**
 * `POST /api/voices/mine`: a blend, or a voice that a vendor has, becomes the account's own. Another account's is answered as one that does
 * not exist.
 */
export const addOwnVoice: Route<Deps> = (app, { speech, ownVoices, plans, guard, clock }) =>
  app.post(
    '/api/voices/mine',
    {
      access: guard.required(),
      schema: {
        operation: {
          id: 'addOwnVoice',
          tag: 'Audio and voices',
          summary: 'Add a voice of your own',
          description:
            'A blend of up to four natural voices, or a voice that was cloned at the provider. It speaks for your account alone; its id is valid as `voiceId`. The same blend again, or the same voice, changes its name.',
          example: {
            name: 'My voice',
            blend: [
              { voiceId: 'af_heart', weight: 60 },
              { voiceId: 'am_michael', weight: 40 },
            ],
          },
          refusals: {
            403: 'The plan has no own voices; or an API key was used.',
            409: 'The account has as many voices as it may have.',
          },
        },
        body: NewOwnVoice,
        response: { 201: OwnVoiceView },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const max = maxOwnVoicesOf(identity, plans)
      const { userId } = identity
      const { name, blend, voiceId = '' } = request.body
      const added = blend
        ? { ...(await readBlend({ speech }, userId, blend)), provider: 'kokoro' }
        : await readClone(speech, voiceId.trim())
      const voice: OwnVoice = { userId, name: name.trim(), addedAt: clock.now(), ...added }
      const outcome = await ownVoices.add(voice, max)
      if (outcome === 'taken') throw refused(unknownVoice.sentence)
      if (outcome === 'full')
        throw conflict('too_many_voices', `Maximum ${max} own voices on the ${identity.tier} plan`)
      // A voice that the account had already is as it was, but for its name.
      const stored = (await ownVoices.find(userId, voice.voiceId)) ?? voice
      return reply.code(201).send(ownVoiceView(stored, await speech.voices()))
    },
  )

/** A voice that a vendor has, looked up once. @throws Problem 400, or 503 while the vendor is away */
async function readClone(speech: Deps['speech'], voiceId: string) {
  if (findVoice(await speech.voices(), voiceId)) throw refused('This voice is for everybody already')
  const found = await find(speech, voiceId)
  if (!found) throw refused(unknownVoice.sentence)
  const { id, provider, description, language, languages, sex, speedClass, settings } = found
  const traits = { description, language, languages, ...(sex && { sex }), speedClass, settings }
  return { voiceId: id, provider, traits }
}

async function find(speech: Deps['speech'], voiceId: string): Promise<Voice | undefined> {
  try {
    return await speech.find?.(voiceId, { signal: AbortSignal.timeout(findMs) })
  } catch (error) {
    const isAway = error instanceof VendorError || (error as Error).name === 'TimeoutError'
    throw isAway ? unavailable('The voice provider is not available right now, try again later', 10, error) : error
  }
}
