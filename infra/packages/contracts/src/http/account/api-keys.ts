import * as z from 'zod/mini'
import { Scope, scopes } from '../../credential.ts'
import { Instant } from '../../ids.ts'
import { nullAsNone, requiredText, sentBody } from '../fields.ts'

/** Characters of a key's name, and addresses or ranges that may use one. */
const maxName = 100
const maxNetworks = 20
/** The longest time for which the old secret of a rerolled key stays valid: a week. */
const maxOverlapSeconds = 604_800

/** A value that another type, a wrong form and a wrong length all answer with one sentence, under the field's own name. */
const listOf = <Item extends string>(
  sentence: string,
  isItem: (item: unknown) => boolean,
  isLength: (length: number) => boolean,
) => z.custom<Item[]>((value) => Array.isArray(value) && isLength(value.length) && value.every(isItem), sentence)

const wholeFromOne = (name: string) => {
  const sentence = `${name} must be a whole number from 1`
  return z.number(sentence).check(z.int(sentence), z.gte(1, sentence))
}

/** An address, or a range of them in CIDR notation. */
export const Network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const isScope = (item: unknown) => Scope.safeParse(item).success
const isNetwork = (item: unknown) => Network.safeParse(item).success

const name = requiredText('Name', maxName)
const networks = listOf<string>(
  `networks must be at most ${maxNetworks} addresses or CIDR ranges`,
  isNetwork,
  (length) => length <= maxNetworks,
)

const overlapSentence = `overlapSeconds must be between 0 and ${maxOverlapSeconds}`
const endSentence = 'expiresAt must lie in the future'

/** `POST /api/keys`. Account compares `expiresAt` with its clock. */
export const NewApiKey = sentBody({
  name,
  scopes: listOf<Scope>(`scopes must be one or more of ${scopes.join(', ')}`, isScope, (length) => length > 0),
  /** Without it the key never expires. */
  expiresAt: z.optional(z.string(endSentence).check(z.iso.datetime({ offset: true, error: endSentence }))),
  /** Addresses that may use it, IPv4 or IPv6, or ranges of them in CIDR notation; an empty list is none, and any may. */
  networks: z.optional(networks),
  /** Limit on its requests in 60 s that spend something, besides the account's own limit. */
  rate: z.optional(wholeFromOne('rate')),
  /** Calls that it may take in a period. */
  monthlyCap: z.optional(wholeFromOne('monthlyCap')),
})
export type NewApiKey = z.infer<typeof NewApiKey>
export const expiryInPast = { field: 'expiresAt', message: endSentence }

/** `PUT /api/keys/:id`. A field that is left out stays as it is; null takes a limit away. */
export const ChangeApiKey = z.object(
  {
    name: nullAsNone(z.optional(name)),
    /** An empty list, like null: any address may use it. */
    networks: z.optional(z.nullable(networks)),
    rate: z.optional(z.nullable(wholeFromOne('rate'))),
    monthlyCap: z.optional(z.nullable(wholeFromOne('monthlyCap'))),
    /** A paused key is refused until it is resumed. */
    isPaused: nullAsNone(z.optional(z.boolean('isPaused must be true or false'))),
  },
  'The body must be a JSON object',
)
export type ChangeApiKey = z.infer<typeof ChangeApiKey>

/** `POST /api/keys/:id/reroll`, whose body may be left out. */
export const RerollApiKey = z.nullish(
  sentBody({
    /** Time for which the old secret stays valid together with the new one. */
    overlapSeconds: z._default(
      z
        .number(overlapSentence)
        .check(z.int(overlapSentence), z.gte(0, overlapSentence), z.lte(maxOverlapSeconds, overlapSentence)),
      0,
    ),
  }),
)

export const ApiKeyPath = z.object({ id: z.string() })

/** An API key as its owner sees it. */
export const ApiKeyView = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  /** The first characters of the key, by which its owner recognises it. */
  start: z.string(),
  createdAt: Instant,
  /** To the minute; null before the first use. */
  lastUsedAt: z.nullable(Instant),
  /** Null: it never expires. */
  expiresAt: z.nullable(Instant),
  /** Empty: no limit. */
  networks: z.array(z.string()),
  /** Null: as many as its account. */
  rate: z.nullable(z.int()),
  monthlyCap: z.nullable(z.int()),
  /** Absent: a version before, whose keys are never paused. */
  isPaused: z.optional(z.boolean()),
  /** Calls that it has taken in the present period; 0 while jobs is unavailable. */
  callsUsed: z.int(),
})
export type ApiKeyView = z.infer<typeof ApiKeyView>
export const ApiKeyViews = z.array(ApiKeyView)

/** The answer to `POST /api/keys` and to a reroll: the only one that holds the key itself. */
export const CreatedApiKey = z.extend(ApiKeyView, { key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>
