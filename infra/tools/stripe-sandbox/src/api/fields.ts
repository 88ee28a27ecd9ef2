import * as z from 'zod/mini'

/** Parameters arrive as text in forms, and as values in JSON. */
const text = z.string().check(z.minLength(1), z.maxLength(5000))
const number = z.coerce.number().check(z.int())
const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])]),
  z.transform((value) => value === true || value === 'true'),
)
/** Keys and values; an empty value removes its key. Stripe allows 50 keys of 40 characters with 500. */
const metadata = z.union([
  z.literal(''),
  z.record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500))),
])

export const fields = {
  text,
  number,
  flag,
  metadata,
  optionalText: z.optional(text),
  /** An empty text takes the value away. */
  clearableText: z.optional(z.string().check(z.maxLength(5000))),
  optionalNumber: z.optional(number),
  optionalFlag: z.optional(flag),
  optionalMetadata: z.optional(metadata),
  /** Some of Stripe's: the dollar, two more with hundredths, and one without. */
  currency: z.enum(['usd', 'eur', 'gbp', 'jpy']),
  /** A whole or fractional number of cents with up to 12 decimals. */
  decimal: z.string().check(z.regex(/^-?\d+(\.\d{1,12})?$/)),
  period: z.strictObject({ start: number, end: number }),
  range: z.optional(
    z.union([
      number,
      z.strictObject({
        gt: z.optional(number),
        gte: z.optional(number),
        lt: z.optional(number),
        lte: z.optional(number),
      }),
    ]),
  ),
}

export type Range =
  | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
  | number
  | undefined
export function inRange(value: number, range: Range): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return value === range
  const { gt, gte, lt, lte } = range
  return (
    (gt === undefined || value > gt) &&
    (gte === undefined || value >= gte) &&
    (lt === undefined || value < lt) &&
    (lte === undefined || value <= lte)
  )
}

type GivenMetadata = '' | Record<string, string> | undefined
/** Metadata after an update: keys are merged, an empty value removes its key, an empty whole removes all. */
export function mergeMetadata(present: Record<string, string>, given: GivenMetadata): Record<string, string> {
  if (given === undefined) return present
  if (given === '') return {}
  const merged = { ...present, ...given }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}
