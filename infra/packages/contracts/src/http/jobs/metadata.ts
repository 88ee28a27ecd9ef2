import * as z from 'zod/mini'
import { limits } from '../../jobs.ts'

export type Metadata = Record<string, unknown>

/** The map itself is the first level. */
const maxDepth = 10
/** Each entry has two bytes at least, so that more of them are over the limit in bytes: nothing walks on. */
const maxEntries = limits.metadataBytes / 2

/** A map of metadata in an answer, as it was sent: a record would leave `__proto__` out. */
export const MetadataView = z.custom<Metadata>(isMap)

/** A free map of plain values under any keys, as JSON has them. Looked at in the order of what it costs: a fault is found before the rest is walked. */
export const Metadata = z.custom<Metadata>().check((context) => {
  const message = faultOf(context.value)
  if (message) context.issues.push({ code: 'custom', message, input: context.value })
})

function faultOf(value: unknown): string | undefined {
  if (!isMap(value)) return 'metadata must be an object'
  if (countUpTo(value, limits.metadataKeys + 1) > limits.metadataKeys)
    return `metadata must have at most ${limits.metadataKeys} keys`
  return faultInside(value) ?? (bytesOf(value) > limits.metadataBytes ? tooLong : undefined)
}

const tooLong = 'metadata must be at most 8 KB'
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

function isMap(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

function countUpTo(map: Metadata, max: number): number {
  let count = 0
  for (const _ in map) if (++count === max) break
  return count
}

/** Without recursion, which a deep value would end by an overflow of the stack. */
function faultInside(map: Metadata): string | undefined {
  const left: { value: unknown; depth: number }[] = [{ value: map, depth: 1 }]
  let entries = 0
  for (let next = left.pop(); next; next = left.pop()) {
    const { value, depth } = next
    if (!Array.isArray(value) && !isMap(value)) {
      if (!isPlain(value)) return 'metadata must hold plain values only'
      continue
    }
    if (depth > maxDepth) return `metadata must be at most ${maxDepth} levels deep`
    for (const key in value) {
      if (++entries > maxEntries) return tooLong
      left.push({ value: (value as Metadata)[key], depth: depth + 1 })
    }
  }
  return undefined
}

const isPlain = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)
