import { NewOwnVoice, OwnVoiceView } from '@utter/contracts/http/voices'
import { VendorError } from '@utter/contracts/vendor-error'
import { identityOf } from '@utter/http/identity'
import { conflict, invalid, unavailable } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { findVoice, unknownVoice } from '../../domain/find-voice.ts'
import type { Voice } from '../../domain/voice.ts'
import { maxOwnVoices } from '../../store/own-voices.ts'
import { ownVoiceView } from '../../views/own-voice-view.ts'

/** The longest wait for the vendor, in ms: within the gateway's own. */
const findMs = 15_000
const refused = (message: string) => invalid([{ field: 'voiceId', message }])

/** `POST /api/voices/mine`: binds a voice that a vendor has to the account. Another account's is answered as one that does not exist. */
export const addOwnVoice: Route<Deps> = (app, { speech, ownVoices, guard, clock }) =>
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
            'A voice that was cloned at the provider. It speaks for your account alone; once added, its id is valid as `voiceId`.',
          example: { voiceId: 'pNInz6obpgDQGcFmaJgB', name: 'My voice', consent: true },
          refusals: { 409: 'The account has as many voices as it may have.' },
        },
        body: NewOwnVoice,
        response: { 201: OwnVoiceView },
      },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const voiceId = request.body.voiceId.trim()
      if (findVoice(await speech.voices(), voiceId)) throw refused('This voice is for everybody already')
      const found = await find(speech, voiceId)
      if (!found) throw refused(unknownVoice.sentence)
      const { id, provider } = found
      const voice = { userId, voiceId: id, provider, name: request.body.name.trim(), addedAt: clock.now() }
      const outcome = await ownVoices.add(voice)
      if (outcome === 'taken') throw refused(unknownVoice.sentence)
      if (outcome === 'full')
        throw conflict('too_many_voices', `An account may have at most ${maxOwnVoices} voices of its own`)
      return reply.code(201).send(ownVoiceView(voice))
    },
  )

async function find(speech: Deps['speech'], voiceId: string): Promise<Voice | undefined> {
  try {
    return await speech.find?.(voiceId, { signal: AbortSignal.timeout(findMs) })
  } catch (error) {
    const isAway = error instanceof VendorError || (error as Error).name === 'TimeoutError'
    throw isAway ? unavailable('The voice provider is not available right now, try again later', 10, error) : error
  }
}
