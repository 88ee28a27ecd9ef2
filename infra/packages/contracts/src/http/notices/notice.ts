import * as z from 'zod/mini'
import { Instant } from '../../ids.ts'
import { TierName } from '../../tiers.ts'
import { DisabledReason } from '../disabled-reason.ts'

const Percent = z.int().check(z.gte(1), z.lte(100))
/** US dollars. */
const Dollars = z.number()
/** In units of its currency, such as `usd`. */
const sum = { amount: z.number(), currency: z.string() }

export const secondFactorChanges = [
  'app-on',
  'app-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'passkey-added',
  'passkey-removed',
] as const
export type SecondFactorChange = (typeof secondFactorChanges)[number]

/** Something about an account that its owner is told: by mail, in the app, and some of it by webhook. */
export const Notice = z.discriminatedUnion('kind', [
  /** The address is to be verified by a link. */
  z.object({ kind: z.literal('email-verification') }),
  /** Somebody who knows the address has asked for a link for a new password. */
  z.object({ kind: z.literal('password-forgotten') }),
  /** The address was replaced by this one: told to the one before. */
  z.object({ kind: z.literal('email-changed'), email: z.string() }),
  z.object({ kind: z.literal('password-changed') }),
  /** Something besides the password that guards the account, or logs in to it. `name`: of the passkey. */
  z.object({
    kind: z.literal('second-factor-changed'),
    change: z.enum(secondFactorChanges),
    name: z.optional(z.string()),
  }),
  /** A login by a browser and from a network that were not seen before. */
  z.object({ kind: z.literal('signed-in'), address: z.optional(z.string()), client: z.optional(z.string()) }),
  z.object({ kind: z.literal('key-created'), name: z.string() }),
  z.object({ kind: z.literal('account-deleted') }),
  z.object({ kind: z.literal('plan-changed'), from: TierName, to: TierName }),
  z.object({ kind: z.literal('payment-failed'), ...sum, retryAt: z.optional(Instant) }),
  z.object({ kind: z.literal('invoice-paid'), ...sum, number: z.optional(z.string()) }),
  /** Calls of the period, of those that the plan and the bonus have. */
  z.object({ kind: z.literal('calls-used'), percent: Percent, used: z.int(), limit: z.int() }),
  /** Overage of the period, of the owner's limit. */
  z.object({ kind: z.literal('spending-reached'), percent: Percent, spent: Dollars, limit: Dollars }),
  /** `percent` of the time after which the webhook is disabled is over. */
  z.object({ kind: z.literal('webhook-failing'), percent: Percent, host: z.string(), since: Instant }),
  z.object({ kind: z.literal('webhook-disabled'), host: z.string(), reason: DisabledReason }),
])
export type Notice = z.infer<typeof Notice>
export type NoticeKind = Notice['kind']

/** Types of messages to the account's webhook about the account itself. */
export const accountWebhookTypes = [
  'account.key_created',
  'account.plan_changed',
  'account.payment_failed',
  'account.invoice_paid',
  'account.calls_used',
  'account.spending_reached',
] as const
export type AccountWebhookType = (typeof accountWebhookTypes)[number]

/** How the notices of a kind reach an owner. */
export type NoticeRule = {
  /** Whether the owner may turn its mails off: what guards the account is always sent. */
  isOptional: boolean
  /** Whether it is in the app's list; a link that is mailed is not. */
  isListed: boolean
  /** The type of its message to the account's webhook; absent: none. */
  webhookType?: AccountWebhookType
}

export const noticeRules = {
  'email-verification': { isOptional: false, isListed: false },
  'password-forgotten': { isOptional: false, isListed: false },
  'email-changed': { isOptional: false, isListed: true },
  'password-changed': { isOptional: false, isListed: true },
  'second-factor-changed': { isOptional: false, isListed: true },
  'signed-in': { isOptional: true, isListed: true },
  'key-created': { isOptional: true, isListed: true, webhookType: 'account.key_created' },
  'account-deleted': { isOptional: false, isListed: false },
  'plan-changed': { isOptional: true, isListed: true, webhookType: 'account.plan_changed' },
  'payment-failed': { isOptional: false, isListed: true, webhookType: 'account.payment_failed' },
  'invoice-paid': { isOptional: true, isListed: true, webhookType: 'account.invoice_paid' },
  'calls-used': { isOptional: true, isListed: true, webhookType: 'account.calls_used' },
  'spending-reached': { isOptional: true, isListed: true, webhookType: 'account.spending_reached' },
  'webhook-failing': { isOptional: true, isListed: true },
  'webhook-disabled': { isOptional: true, isListed: true },
} as const satisfies Record<NoticeKind, NoticeRule>

export const noticeKinds = Object.keys(noticeRules) as [NoticeKind, ...NoticeKind[]]
/** Kinds whose mails the owner may turn off. */
export const optionalNoticeKinds = noticeKinds.filter((kind) => noticeRules[kind].isOptional)
