import type { DataOf } from '@utter/contracts/event'
import { WebhookState } from '@utter/contracts/events/webhook-state'
import type { AuditAction } from '@utter/contracts/http/account/audit'
import { on } from '@utter/messaging/handler'
import type { ConsumeDeps } from '../deps.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import type { User } from '../domain/user.ts'

/** The account's webhook, which `me` shows, and what became of it. An older state changes nothing. */
export const webhookState = ({ users, relay, clock }: ConsumeDeps) =>
  on(WebhookState, async (state, { userId, version }) => {
    const known = await users.read(userId)
    if (!known) return
    const entry = entryOf(known, state, clock.now())
    const user = await users.applyState(
      userId,
      'webhookVersion',
      version,
      { webhookUrl: state.webhookUrl ?? undefined, webhookDisabled: state.disabledAt ? true : undefined },
      clock.now(),
      entry,
    )
    if (user && entry) relay.soon(user)
  })

type State = DataOf<typeof WebhookState>

/** The host alone: an address may hold a password of the receiver's. Undefined: nothing was done that its owner does not know. */
function entryOf(known: User, { webhookUrl, disabledAt, disabledReason: reason }: State, now: Date) {
  const target = webhookUrl === null ? undefined : new URL(webhookUrl).host
  const made = (action: AuditAction, actor: 'owner' | 'delivery', told?: Told[]) =>
    auditEntry(known._id, { action, actor, target, ...(told && { told }) }, now)
  const disabled: Told[] | undefined =
    target && reason ? [{ notice: { kind: 'webhook-disabled', host: target, reason } }] : undefined
  if (disabledAt) return known.webhookDisabled ? undefined : made('webhook-disabled', 'delivery', disabled)
  if (webhookUrl === null) return known.webhookUrl === undefined ? undefined : made('webhook-removed', 'owner')
  return made('webhook-set', 'owner')
}
