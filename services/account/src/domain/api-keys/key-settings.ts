import { isDeepStrictEqual } from 'node:util'
import type { ChangeApiKey } from '@utter/contracts/http/account/api-keys'
import { type KeyField, keyFields } from '@utter/contracts/http/account/audit'
import type { Token } from '../token.ts'

/** The values of a key that its owner may change; a limit that is absent is none. */
export type KeySettings = { name: string; pausedAt?: Date } & Pick<Token, 'networks' | 'rate' | 'monthlyCap'>
/** A key as it is by now: a token of it, with its present settings. */
export type ApiKey = Token & Pick<KeySettings, 'pausedAt'>

export function settingsOf({ name = '', networks, rate, monthlyCap }: Token, changed?: KeySettings): KeySettings {
  return changed ?? { name, ...(networks && { networks }), ...(rate && { rate }), ...(monthlyCap && { monthlyCap }) }
}

export function withSettings(token: Token, changed?: KeySettings): ApiKey {
  const { name: _name, networks: _networks, rate: _rate, monthlyCap: _cap, ...rest } = token
  return { ...rest, ...settingsOf(token, changed) }
}

/** Settings after a change: a field that is left out stays, and null takes a limit away. */
export function changedSettings(before: KeySettings, change: ChangeApiKey, now: Date): KeySettings {
  const { isPaused = before.pausedAt !== undefined } = change
  const [networks, rate, monthlyCap] = [
    change.networks === undefined ? before.networks : change.networks,
    change.rate === undefined ? before.rate : change.rate,
    change.monthlyCap === undefined ? before.monthlyCap : change.monthlyCap,
  ]
  return {
    name: change.name?.trim() ?? before.name,
    ...(networks?.length && { networks }),
    ...(rate && { rate }),
    ...(monthlyCap && { monthlyCap }),
    ...(isPaused && { pausedAt: before.pausedAt ?? now }),
  }
}

/** The fields whose values differ; the pause is none of them. */
export const changedFields = (before: KeySettings, after: KeySettings): KeyField[] =>
  keyFields.filter((field) => !isDeepStrictEqual(before[field], after[field]))

/** Whether a key may do more than before: more a minute or a period, from another network, or anything at all. */
export function isWider(before: KeySettings, after: KeySettings): boolean {
  const isHigher = (was = Number.POSITIVE_INFINITY, is = Number.POSITIVE_INFINITY) => is > was
  // A range inside of one before is not recognised: the password is asked for once more than needed.
  const isElsewhere = before.networks && !after.networks?.every((network) => before.networks?.includes(network))
  return (
    isHigher(before.rate, after.rate) ||
    isHigher(before.monthlyCap, after.monthlyCap) ||
    Boolean(isElsewhere) ||
    (before.pausedAt !== undefined && after.pausedAt === undefined)
  )
}
