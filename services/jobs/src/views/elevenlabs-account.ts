import { sellsOverage } from '@utter/contracts/calls'
import {
  type ElevenLabsBilledSubscription,
  type ElevenLabsSubscription,
  type ElevenLabsUser,
  noCharacterLimit,
} from '@utter/contracts/http/elevenlabs/account'
import type { Plan } from '@utter/contracts/plans'
import type { Identity } from '@utter/http/identity'
import type { Allowance } from '../domain/allowance/allowance.ts'
import type { CallLimits } from '../domain/allowance/call-limits.ts'
import { monthFigures } from '../domain/allowance/month-figures.ts'

/** An account in the present month, its plan, and how many own voices it has. */
export type ShownAccount = { present: Allowance & CallLimits; plan: Plan; ownVoices: number }

const secondsOf = (at: Date): number => Math.floor(at.getTime() / 1_000)
const isOwing = ({ status }: Allowance): boolean => status === 'past_due' || status === 'unpaid'

function statusOf(allowance: Allowance): ElevenLabsSubscription['status'] {
  if (isOwing(allowance)) return 'past_due'
  return allowance.tier === 'free' ? 'free' : 'active'
}

/** Calls as ElevenLabs' clients count: by the characters that each may have on the plan. */
export function elevenLabsSubscription({ present, plan, ownVoices }: ShownAccount): ElevenLabsSubscription {
  const { included, used, overageCost } = monthFigures(present, plan)
  const charactersOf = (calls: number) => Math.min(calls * plan.charactersPerCall, noCharacterLimit)
  const extension = charactersOf(present.overageCalls)
  return {
    tier: present.tier,
    character_count: charactersOf(used),
    character_limit: charactersOf(included),
    max_character_limit_extension: extension,
    max_credit_limit_extension: extension,
    can_extend_character_limit: sellsOverage(plan),
    allowed_to_extend_character_limit: extension > 0,
    next_character_count_reset_unix: secondsOf(present.periodEnd),
    voice_slots_used: ownVoices,
    voice_limit: plan.ownVoices,
    professional_voice_slots_used: 0,
    professional_voice_slots_used_in_workspace: 0,
    professional_voice_limit: 0,
    voice_add_edit_counter: 0,
    can_extend_voice_limit: false,
    can_use_instant_voice_cloning: false,
    can_use_professional_voice_cloning: false,
    currency: 'usd',
    current_overage: { amount: overageCost, currency: 'usd' },
    status: statusOf(present),
    character_refresh_period: 'monthly_period',
  }
}

export const elevenLabsBilledSubscription = (account: ShownAccount): ElevenLabsBilledSubscription => ({
  ...elevenLabsSubscription(account),
  open_invoices: [],
  has_open_invoices: isOwing(account.present),
})

export const elevenLabsUser = (
  { userId, signedUpAt }: Pick<Identity, 'userId' | 'signedUpAt'>,
  account: ShownAccount,
): ElevenLabsUser => ({
  user_id: userId,
  workspace_id: userId,
  subscription: elevenLabsSubscription(account),
  is_new_user: account.present.totals.completed === 0,
  can_use_delayed_payment_methods: false,
  is_onboarding_completed: true,
  is_onboarding_checklist_completed: true,
  created_at: secondsOf(new Date(signedUpAt)),
  seat_type: 'workspace_admin',
})
