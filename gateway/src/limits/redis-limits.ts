import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Credential, credentialKey, revokedMark } from '@utter/contracts/credential'
import type { RedisClient } from '@utter/storage/redis/open'
import { giveBackToAll, takeFromAll } from '@utter/storage/redis/take-from-all'
import type { Copies } from './copies.ts'
import { giveBackScript, readScript, returnScript, takeScript } from './rate-scripts.ts'

/** Time in which requests are counted. */
export const windowMs = 60_000

/** A network's free calls of a day may be spent in so many minutes: in one it has three times the rate of a free account. */
const minutesOfDay = 10

export type RateLimitResult = {
  credential: Credential | null
  isRevoked: boolean
  /** Redis has a copy that account has not signed, which counts as none. */
  isUnverified: boolean
  /** Counted as spending: requested, with a credential that may. */
  spends: boolean
  allowed: boolean
  /** Not counted: the key is bound to networks, and the address is not checked yet. */
  isUncounted: boolean
  limit: number
  remaining: number
  resetMs: number
  /** Reads that are counted already, and may be answered without a check. */
  share: number
}
export type Query = {
  hash: string | null
  visitor: string
  spends: boolean
  readsPerMinute: number
  /** Whether the address is in the networks to which the key is bound. */
  isInNetworks?: boolean
  /** The credential as account has just told it: it counts where the copy in Redis is not account's. */
  resolved?: Credential
  share?: SharedReads
}
export type SharedReads = {
  /** The account of an earlier share, and the reads of it that were not used. */
  userId: string
  unused: number
  /** The part of what is left that is taken in advance, one of so many; 0: none. */
  parts: number
}
const noShare: SharedReads = { userId: '', unused: 0, parts: 0 }
export type RedisLimits = ReturnType<typeof createRedisLimits>

/** Logs, each with its limit, that are on one node, and the count of a day behind them. */
type Counts = { logs: [key: string, limit: number][]; day?: [key: string, limit: number] }
/** The counts to which a request belongs. */
type Counted =
  | { kind: 'none' }
  | { kind: 'read'; key: string; parts: number; unused: number }
  | { kind: 'spent'; counts: Counts[] }
type State = Pick<RateLimitResult, 'credential' | 'isRevoked' | 'isUnverified'>
type Count = Omit<RateLimitResult, keyof State>

/** The most keys that one script takes from: the logs of an account, a key and a network, and a network's day. */
const maxKeys = 4

/**
 * Copies of credentials and counts of requests, in Redis. Throws when Redis does not answer. The copy and the counts are asked at once: the counts are
 * those of the copy as it was before. Where it is another since, or was not known, they are counted anew, with a second round trip.
 * @param freeCallsPerNetwork that the free accounts of one network may spend in a UTC day, and a tenth of it in 60 s; 0: as many as they are
 */
export function createRedisLimits(redis: RedisClient, freeCallsPerNetwork: number, copies: Copies) {
  for (let numberOfKeys = 1; numberOfKeys <= maxKeys; numberOfKeys++) {
    redis.defineCommand(`takeRates${numberOfKeys}`, { numberOfKeys, lua: takeScript })
    redis.defineCommand(`giveRatesBack${numberOfKeys}`, { numberOfKeys, lua: giveBackScript })
  }
  redis.defineCommand('countRead', { numberOfKeys: 1, lua: readScript })
  redis.defineCommand('returnReads', { numberOfKeys: 1, lua: returnScript })
  const scripts = redis as RedisClient & {
    [script: `takeRates${number}`]: (...args: (string | number)[]) => Promise<[number, number, number, number]>
    [script: `giveRatesBack${number}`]: (...args: (string | number)[]) => Promise<unknown>
    countRead(...args: (string | number)[]): Promise<[number, number, number, number]>
    returnReads(key: string, count: number): Promise<unknown>
  }
  const replica = randomBytes(9).toString('base64url')
  let count = 0
  const readKey = (who: string) => `rate:read:${who}`

  /** The copy of a token, and whether it was revoked. */
  async function read(hash: string, resolved?: Credential): Promise<State> {
    const text = await redis.get(credentialKey(hash))
    const isRevoked = text === revokedMark
    if (text === null || isRevoked) {
      copies.forget(hash)
      return { credential: null, isRevoked, isUnverified: false }
    }
    const credential = copies.read(hash, text, resolved)
    return { credential, isRevoked, isUnverified: credential === null }
  }

  /**
   * Spending and reading are counted apart. A token without a copy, or a revoked one, is counted as a visitor, before account is asked about it, and so
   * is a paused key, which takes nothing from its account; a key that may submit nothing, as a reader. A key with a rate of its own has a log next to its account's, and so have all free accounts of one
   * network, with a count of the UTC day besides: a request that one of them refuses is in none. A key that is bound to networks is counted once its
   * address is checked.
   */
  function countedAs(query: Query, credential: Credential | null): Counted {
    const visitor = `address:${query.visitor}`
    const { userId, unused, parts } = query.share ?? noShare
    if (!credential || credential.isPaused) return { kind: 'read', key: readKey(visitor), parts: 0, unused: 0 }
    if (credential.networks && !query.isInNetworks) return { kind: 'none' }
    if (!query.spends || !credential.scopes.includes('jobs:write'))
      return {
        kind: 'read',
        key: readKey(credential.userId),
        parts: query.spends ? 0 : parts,
        unused: credential.userId === userId ? unused : 0,
      }
    const account = `rate:spend:${credential.userId}`
    const logs: Counts['logs'] = [[account, credential.rate]]
    if (credential.keyRate) logs.push([`rate:key:${credential.keyId}:{${account}}`, credential.keyRate])
    if (credential.tier !== 'free' || freeCallsPerNetwork === 0) return { kind: 'spent', counts: [{ logs }] }
    const network = `rate:network:${visitor}`
    const perMinute = Math.max(Math.ceil(freeCallsPerNetwork / minutesOfDay), credential.rate)
    const ofNetwork: Counts = {
      logs: [[network, perMinute]],
      day: [`rate:network-day:{${network}}`, freeCallsPerNetwork],
    }
    return { kind: 'spent', counts: [{ logs }, ofNetwork] }
  }

  /** Keys and limits in the order of the scripts. Several counts come together only on a Redis that is no Cluster. */
  const inOrder = (counts: Counts[]) => [
    ...counts.flatMap(({ logs }) => logs),
    ...counts.flatMap(({ day }) => (day ? [day] : [])),
  ]
  const giveBack = (counts: Counts[], entry: string) => {
    const keys = inOrder(counts).map(([key]) => key)
    return scripts[`giveRatesBack${keys.length}`]?.(...keys, entry, counts.some(({ day }) => day) ? 1 : 0)
  }

  /** Counts a request. @returns how to take it back, too */
  async function countAs(counted: Counted, readsPerMinute: number): Promise<Count & { takeBack(): Promise<unknown> }> {
    const base = { spends: false, allowed: true, isUncounted: false, limit: 0, remaining: 0, resetMs: 0, share: 0 }
    if (counted.kind === 'none') return { ...base, isUncounted: true, takeBack: async () => {} }
    if (counted.kind === 'read') {
      const { key, unused, parts } = counted
      const [allowed, remaining, resetMs, share] = await scripts.countRead(key, readsPerMinute, windowMs, unused, parts)
      const takeBack = () => scripts.returnReads(key, 1 + share)
      return { ...base, allowed: allowed === 1, limit: readsPerMinute, remaining, resetMs, share, takeBack }
    }
    count = (count + 1) % 1_000_000
    const entry = `${replica}.${count}`
    const answers = await takeFromAll(redis, counted.counts, {
      take: async (counts) => {
        const taken = inOrder(counts)
        const limits = taken.map(([, limit]) => limit)
        const keys = taken.map(([key]) => key)
        const take = scripts[`takeRates${keys.length}`] as (typeof scripts)[`takeRates${number}`]
        return take.call(redis, ...keys, windowMs, entry, counts.some(({ day }) => day) ? 1 : 0, ...limits)
      },
      isRefused: ([allowed]) => allowed === 0,
      giveBack: async (counts) => giveBack(counts, entry),
    })
    const allowed = answers.every(([one]) => one === 1)
    const [, limit, remaining, resetMs] = answers.reduce((one, other) => (isTighter(other, one) ? other : one))
    const takeBack = async () => {
      if (allowed) await giveBackToAll(redis, counted.counts, async (counts) => giveBack(counts, entry))
    }
    return { ...base, spends: true, allowed, limit, remaining, resetMs, takeBack }
  }

  return {
    async check(query: Query): Promise<RateLimitResult> {
      const { hash, readsPerMinute } = query
      if (!hash) {
        const { takeBack: _, ...counted } = await countAs(countedAs(query, null), readsPerMinute)
        return { ...counted, credential: null, isRevoked: false, isUnverified: false }
      }
      const before = copies.last(hash)
      const guess = before && countedAs(query, before)
      const [state, guessed] = await Promise.all([read(hash, query.resolved), guess && countAs(guess, readsPerMinute)])
      const counted = countedAs(query, state.credential)
      if (guessed && isDeepStrictEqual(counted, guess)) return resultOf(guessed, state)
      await guessed?.takeBack()
      // The guess has returned already what was not used of an earlier share.
      const anew = guessed && counted.kind === 'read' ? { ...counted, unused: 0 } : counted
      return resultOf(await countAs(anew, readsPerMinute), state)
    },
    /** Reads of an account that a share had, and that nobody made. */
    async returnReads(userId: string, count: number): Promise<void> {
      await scripts.returnReads(readKey(userId), count)
    },
    /** The state of each of these tokens in Redis, without counting a request. */
    async peek(hashes: string[]): Promise<('known' | 'refused' | 'unknown')[]> {
      const states = await Promise.all(hashes.map((hash) => read(hash)))
      return states.map(({ credential, isRevoked }) =>
        isRevoked || credential?.isPaused ? 'refused' : credential ? 'known' : 'unknown',
      )
    },
  }
}

type Answer = [allowed: number, limit: number, left: number, resetMs: number]
const isTighter = ([, , left, reset]: Answer, [, , thanLeft, thanReset]: Answer) =>
  left < thanLeft || (left === thanLeft && reset > thanReset)

const resultOf = ({ takeBack: _, ...counted }: Count & { takeBack: unknown }, state: State): RateLimitResult => ({
  ...counted,
  ...state,
})
