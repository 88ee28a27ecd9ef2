import type { SignInMethod } from '@utter/contracts/http/account/second-factor'
import type { UserView } from '@utter/contracts/http/account/user-view'
import { networksOf } from '@utter/http/network-of'
import type { Deps } from '../deps.ts'
import { auditEntry, type Told } from '../domain/audit-entry.ts'
import type { User } from '../domain/user.ts'
import { userView } from '../domain/user-view.ts'
import { type LoginRequest, originOf } from './origin-of.ts'

/** The notice of a login from a place that was not seen before. */
const placeTold = (address: string, client?: string): Told => ({
  notice: { kind: 'signed-in', ...(address && { address }), ...(client && { client }) },
})

/** @param isKnownNetwork whether the account had logged in from this network before */
type Login = { user: User; signedInBy: SignInMethod; isKnownNetwork: boolean }

/**
 * Completes a login whose person is known: its network and browser are noted, its owner is told of a new place, and the session that came
 * with the request ends.
 * @returns the new session's token; null where the account's sessions were ended meanwhile
 */
export async function completeLogin(
  { users, credentials, attempts, sightings, audit, relay, jobs, plans, clock }: Deps,
  request: LoginRequest,
  { user, signedInBy, isKnownNetwork }: Login,
): Promise<{ token: string; view: UserView } | null> {
  const { address = '', identity, device } = request.caller ?? {}
  const origin = originOf(request)
  await attempts.rememberNetwork(user.emailKey, networksOf(address)[0].network)
  await sightings.add(user._id, address)
  const moved = device && (await users.changeDevice(user._id, device, clock.now()))
  const made = { action: 'logged-in', actor: 'owner', address, target: origin.client } as const
  const entry = auditEntry(user._id, made, clock.now())
  // A known browser at another network is its owner on a journey.
  const isNewPlace = !isKnownNetwork && (moved || !device)
  const noted = isNewPlace
    ? await users.noteLogin(user._id, { ...entry, told: [placeTold(address, origin.client)] })
    : null
  if (!isNewPlace) await audit.add(entry)
  const changed = noted ?? moved
  if (changed) relay.soon(changed)
  // A new token at each login, so that one that was planted before is worth nothing.
  const token = await credentials.openSession(user, { ...origin, signedInBy })
  if (token === null) return null
  if (identity?.sessionId) await credentials.closeSession(identity.userId, identity.sessionId)
  return { token, view: userView(user, plans, await jobs.usage(user._id), clock.now()) }
}
