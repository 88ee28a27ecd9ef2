import * as z from 'zod/mini'
import { TierName } from '../../tiers.ts'

/** In place of a limit on a plan without one: the largest whole number that every client reads exactly. */
export const noCharacterLimit = Number.MAX_SAFE_INTEGER

const none = z.literal(0)

/**
 * The plan of an account and what is used of it, as ElevenLabs' clients read it. Utter counts calls: each stands for the characters that it may
 * have on the plan, so that `character_limit` less `character_count` is as much as can still be spoken.
 */
export const ElevenLabsSubscription = z.object({
  tier: TierName,
  character_count: z.int(),
  character_limit: z.int(),
  max_character_limit_extension: z.int(),
  max_credit_limit_extension: z.int(),
  can_extend_character_limit: z.boolean(),
  allowed_to_extend_character_limit: z.boolean(),
  next_character_count_reset_unix: z.int(),
  voice_slots_used: z.int(),
  voice_limit: z.int(),
  professional_voice_slots_used: none,
  professional_voice_slots_used_in_workspace: none,
  professional_voice_limit: none,
  voice_add_edit_counter: none,
  can_extend_voice_limit: z.literal(false),
  can_use_instant_voice_cloning: z.literal(false),
  can_use_professional_voice_cloning: z.literal(false),
  currency: z.literal('usd'),
  current_overage: z.object({ amount: z.string(), currency: z.literal('usd') }),
  status: z.enum(['free', 'active', 'past_due']),
  character_refresh_period: z.literal('monthly_period'),
})
export type ElevenLabsSubscription = z.infer<typeof ElevenLabsSubscription>

/** `GET /v1/user/subscription`. Invoices are shown to a login alone, so a program is told of none but whether one is owed. */
export const ElevenLabsBilledSubscription = z.extend(ElevenLabsSubscription, {
  open_invoices: z.array(z.never()),
  has_open_invoices: z.boolean(),
})
export type ElevenLabsBilledSubscription = z.infer<typeof ElevenLabsBilledSubscription>

/** `GET /v1/user`. */
export const ElevenLabsUser = z.object({
  user_id: z.string(),
  workspace_id: z.string(),
  subscription: ElevenLabsSubscription,
  is_new_user: z.boolean(),
  can_use_delayed_payment_methods: z.literal(false),
  is_onboarding_completed: z.literal(true),
  is_onboarding_checklist_completed: z.literal(true),
  created_at: z.int(),
  seat_type: z.literal('workspace_admin'),
})
export type ElevenLabsUser = z.infer<typeof ElevenLabsUser>
