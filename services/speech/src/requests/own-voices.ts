import type { Blend } from '@utter/contracts/http/own-voices'
import { type Plan, planOf } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import { forbidden, invalid } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import { blendId, blendOf } from '../domain/blend.ts'

/** @throws Problem 403 on a plan without own voices @returns how many the account may have */
export function maxOwnVoicesOf({ tier }: Pick<Identity, 'tier'>, plans: Plan[]): number {
  const max = planOf(plans, tier).ownVoices
  if (max > 0) return max
  const first = plans.find(({ ownVoices }) => ownVoices > 0)?.name
  throw forbidden(
    `Own voices are available ${first ? `on the ${first} plan and above` : 'on no plan'}`,
    'plan_required',
  )
}

/** A requested blend in its one form, with the id that it has in this account. @throws Problem 400 that names the field */
export async function readBlend({ speech }: Pick<Deps, 'speech'>, userId: string, requested: Blend) {
  const read = blendOf(await speech.voices(), requested)
  if ('fault' in read) throw invalid([read.fault])
  return { voiceId: blendId(userId, read.blend), blend: read.blend }
}
