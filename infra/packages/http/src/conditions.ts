import type { FastifyRequest } from 'fastify'
import { Problem } from './problem.ts'

/** Marks that tell a representation from others, each as far as there is one. `etag` as in its header: `"…"`, or `W/"…"` for a weak one. */
export type Validators = { etag?: string; lastModified?: Date }
/** Bytes of a representation, the last one included. */
export type ByteRange = { start: number; end: number }
type Asked = Pick<FastifyRequest, 'method' | 'headers'>

const entityTag = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g
/** The three forms of RFC 9110, 5.6.7; of another one a recipient ignores the header. */
const fixDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/
const rfc850Date = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/
const ascDate = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/

/** Milliseconds of an HTTP date; undefined for what is none. */
function dateMs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const isZoned = fixDate.test(text) || rfc850Date.test(text)
  const ms = isZoned ? Date.parse(text) : ascDate.test(text) ? Date.parse(`${text} GMT`) : Number.NaN
  return Number.isNaN(ms) ? undefined : ms
}

const isWeak = (etag: string) => etag.startsWith('W/')
const opaque = (etag: string) => (isWeak(etag) ? etag.slice(2) : etag)
/** RFC 9110, 8.8.3.2. */
const isSameStrong = (one: string, other: string) => one === other && !isWeak(one)
const isSameWeak = (one: string, other: string) => opaque(one) === opaque(other)

/** Whether a list of entity tags, or `*`, has that of the present representation. */
function isListed(list: string, etag: string | undefined, isSame: typeof isSameWeak): boolean {
  if (list.trim() === '*') return true
  return etag !== undefined && (list.match(entityTag) ?? []).some((one) => isSame(one, etag))
}

/** A whole second, as the header of a representation has it. */
const secondMs = (date: Date | undefined) => date && Math.floor(date.getTime() / 1_000) * 1_000

/**
 * The outcome of a request's preconditions, in the order of RFC 9110, 13.2.2: 200, or 304 without a body, or 412. They are about a
 * representation that exists.
 */
export function preconditionOf({ method, headers }: Asked, { etag, lastModified }: Validators): 200 | 304 | 412 {
  const modifiedMs = secondMs(lastModified)
  const isRead = method === 'GET' || method === 'HEAD'
  const unmodifiedSince = dateMs(headers['if-unmodified-since'])
  if (headers['if-match'] !== undefined) {
    if (!isListed(headers['if-match'], etag, isSameStrong)) return 412
  } else if (unmodifiedSince !== undefined && modifiedMs !== undefined && modifiedMs > unmodifiedSince) return 412
  if (headers['if-none-match'] !== undefined)
    return isListed(headers['if-none-match'], etag, isSameWeak) ? (isRead ? 304 : 412) : 200
  const modifiedSince = dateMs(headers['if-modified-since'])
  const isKept = modifiedSince !== undefined && modifiedMs !== undefined && modifiedMs <= modifiedSince
  return isRead && isKept ? 304 : 200
}

/** @returns whether what the client keeps still holds: 304. @throws Problem 412 */
export function isNotModified(request: Asked, validators: Validators): boolean {
  const outcome = preconditionOf(request, validators)
  if (outcome === 412)
    throw new Problem(412, 'precondition_failed', 'It is not, or no longer, what the conditions of the request name')
  return outcome === 304
}

/**
 * The one range of bytes that a request is answered with (RFC 9110, 14.2); undefined for the whole: also of several ranges, of a header that
 * makes no sense, of another method than GET, and where `If-Range` names another representation.
 * @throws Problem 416 for a range outside of it
 */
export function rangeOf(
  { method, headers }: Asked,
  { sizeBytes, ...validators }: Validators & { sizeBytes: number },
  now: Date,
): ByteRange | undefined {
  const [, set = ''] = /^bytes=(.*)$/i.exec(headers.range ?? '') ?? []
  if (method !== 'GET' || set === '' || !isInRange(headers['if-range']?.toString(), validators, now)) return undefined
  // A list may have empty elements (RFC 9110, 5.6.1).
  const specs = set.split(',').flatMap((one) => one.trim() || [])
  const ranges = specs.map((spec) => byteRange(spec, sizeBytes))
  if (specs.length === 0 || ranges.includes('invalid')) return undefined
  const within = ranges.filter((range) => typeof range === 'object')
  if (within.length === 0)
    throw new Problem(416, 'range_not_satisfiable', 'The range is not satisfiable', {
      headers: { 'content-range': `bytes */${sizeBytes}` },
    })
  return ranges.length === 1 ? within[0] : undefined
}

/** RFC 9110, 13.1.5: a date or an entity tag, of which a weak one never holds. */
function isInRange(header: string | undefined, { etag, lastModified }: Validators, now: Date): boolean {
  if (header === undefined) return true
  const date = dateMs(header)
  if (date === undefined) return etag !== undefined && isSameStrong(header.trim(), etag)
  // Within its second a representation may have changed once more: its date is no strong validator yet (8.8.2.2).
  return date === secondMs(lastModified) && now.getTime() - date >= 1_000
}

function byteRange(spec: string, sizeBytes: number): ByteRange | 'invalid' | 'outside' {
  const [, first = '', last = ''] = /^(\d*)-(\d*)$/.exec(spec) ?? []
  if (first === '' && last === '') return 'invalid'
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes)
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return 'invalid'
  if (start >= sizeBytes) return 'outside'
  return { start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}
