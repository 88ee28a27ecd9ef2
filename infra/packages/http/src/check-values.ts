import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, type Problem } from './problem.ts'

/** Fields and entries of a body, in all its depths, and those depths. No body of ours is near them: a job's metadata has 50 keys. */
const maxEntries = 10_000
export const maxDepth = 32
export const sentenceOfDepth = `must not be nested deeper than ${maxDepth} levels`
/** Maps of the client's own, whose keys are any: their schema bounds them, and what stores them makes each key safe. */
const freeMaps = new Set(['metadata'])

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks the parts of its body by themselves, each by `checkValues`. */
    checksOwnBody?: boolean
  }
}

/** A hook before the schema walks through a body. */
export async function checkRequest(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  if (!request.routeOptions.config.checksOwnBody) checkValues(request.body)
  // The parser of queries gives them a prototype of its own.
  checkValues({ ...(request.query as Record<string, unknown>) })
}

/**
 * Refuses what no schema of ours could let through: a key that begins with `$` is an operator to the database, and none is a field of ours;
 * a lone surrogate is no character, and no store would give it back; a body of more entries or depth than any of ours would block the one
 * thread for every request.
 * @throws Problem 400 that names the field
 */
export function checkValues(value: unknown): void {
  const walk: Walk = { entries: 0, field: undefined, isFree: false, fault: undefined }
  const path = faultPath(value, 0, walk)
  if (!path) {
    if (walk.fault) throw walk.fault
    return
  }
  const field = path.keys.reverse().join('.').toWellFormed()
  throw invalid([{ field, message: path.sentence(field) }])
}

/** `field` is the body's own field that is being walked through; `isFree`: it is a map whose keys are any. */
type Walk = { entries: number; field: string | undefined; isFree: boolean; fault: Problem | undefined }
type Path = { keys: string[]; sentence: (field: string) => string }

const notAllowed = (field: string) => `The field ${field} is not allowed`
const notText = (field: string) => `${field} must be well-formed Unicode, without lone surrogates`

/** @returns the keys that lead to a fault, the innermost first: they are gathered on the way back, where there is one */
function faultPath(value: unknown, depth: number, walk: Walk): Path | undefined {
  // A body that is passed on unread is a stream or bytes: only what was parsed is looked through.
  const isList = Array.isArray(value)
  if (!isList && !isPlain(value)) return undefined
  if (depth >= maxDepth) return stop(walk, sentenceOfDepth)
  const keys = isList ? undefined : Object.keys(value)
  const length = keys?.length ?? (value as unknown[]).length
  walk.entries += length
  if (walk.entries > maxEntries) return stop(walk, `must have at most ${maxEntries} fields and entries`)
  for (let index = 0; index < length; index++) {
    const key = keys?.[index]
    if (depth === 0) {
      walk.field = key
      walk.isFree = key !== undefined && freeMaps.has(key)
    }
    const sentence = key === undefined ? undefined : faultOfKey(key, walk)
    if (sentence) return { keys: [key as string], sentence }
    const inner = key === undefined ? (value as unknown[])[index] : (value as Record<string, unknown>)[key]
    if (typeof inner === 'string' && !inner.isWellFormed()) return { keys: [key ?? String(index)], sentence: notText }
    if (typeof inner !== 'object' || inner === null) continue
    const found = faultPath(inner, depth + 1, walk)
    if (found) {
      found.keys.push(key ?? String(index))
      return found
    }
    if (walk.fault) return undefined
  }
  return undefined
}

function faultOfKey(key: string, { isFree }: Walk): Path['sentence'] | undefined {
  if (!isFree && (key.startsWith('$') || key === '__proto__' || key === 'constructor')) return notAllowed
  return key.isWellFormed() ? undefined : notText
}

function stop(walk: Walk, rule: string): undefined {
  walk.fault = invalid([{ field: walk.field ?? 'body', message: `${walk.field ?? 'The body'} ${rule}` }])
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
