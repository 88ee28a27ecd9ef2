import type { Identity } from '@utter/http/identity'
import type { Deps } from '../deps.ts'
import { presentAccount } from '../lifecycle/allowance-of.ts'
import type { ShownAccount } from '../views/elevenlabs-account.ts'

/** The account of a request, as ElevenLabs' clients are told of it. @throws Problem 503 while speech, which has its own voices, is unavailable */
export async function shownAccount(
  deps: Deps,
  { userId, signedUpAt }: Pick<Identity, 'userId' | 'signedUpAt'>,
): Promise<ShownAccount> {
  const [{ present, plan }, own] = await Promise.all([
    presentAccount(deps, userId, new Date(signedUpAt)),
    deps.voices.own(userId),
  ])
  return { present, plan, ownVoices: own.length }
}
