import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, type Problem } from './problem.ts'

/** Fields and entries of a body, in all its depths, and those depths. No body of ours is near them: a job's metadata has 50 keys. */
const maxEntries = 10_000
const maxDepth = 32

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route parses the parts of its body by themselves, each by a schema that lets no operator through. */
    checksOwnBody?: boolean
  }
}

/**
 * A hook before the schema walks through a body: a key that begins with `$` is an operator to the database, and none is a field of ours;
 * a body of more entries or depth than any of ours would block the one thread for every request.
 */
export async function refuseOperators(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  // The parser of queries gives them a prototype of its own.
  const query = { ...(request.query as Record<string, unknown>) }
  const isOwn = request.routeOptions.config.checksOwnBody === true
  const fault = (isOwn ? undefined : findFault(request.body)) ?? findFault(query)
  if (fault) throw fault
}

/** `field` is the body's own field that is being walked through. */
type Walk = { entries: number; field: string | undefined; fault: Problem | undefined }

function findFault(value: unknown): Problem | undefined {
  const walk: Walk = { entries: 0, field: undefined, fault: undefined }
  const path = operatorPath(value, 0, walk)
  if (!path) return walk.fault
  const field = path.reverse().join('.')
  return invalid([{ field, message: `The field ${field} is not allowed` }])
}

/** @returns the keys that lead to an operator, the innermost first: they are gathered on the way back, where there is one */
function operatorPath(value: unknown, depth: number, walk: Walk): string[] | undefined {
  // A body that is passed on unread is a stream or bytes: only what was parsed is looked through.
  const isList = Array.isArray(value)
  if (!isList && !isPlain(value)) return undefined
  if (depth >= maxDepth) return stop(walk, `must not be nested deeper than ${maxDepth} levels`)
  const keys = isList ? undefined : Object.keys(value)
  const length = keys?.length ?? (value as unknown[]).length
  walk.entries += length
  if (walk.entries > maxEntries) return stop(walk, `must have at most ${maxEntries} fields and entries`)
  for (let index = 0; index < length; index++) {
    const key = keys?.[index]
    if (key !== undefined && (key.startsWith('$') || key === '__proto__' || key === 'constructor')) return [key]
    const inner = key === undefined ? (value as unknown[])[index] : (value as Record<string, unknown>)[key]
    if (typeof inner !== 'object' || inner === null) continue
    if (depth === 0) walk.field = key
    const found = operatorPath(inner, depth + 1, walk)
    if (found) {
      found.push(key ?? String(index))
      return found
    }
    if (walk.fault) return undefined
  }
  return undefined
}

function stop(walk: Walk, rule: string): undefined {
  walk.fault = invalid([{ field: walk.field ?? 'body', message: `${walk.field ?? 'The body'} ${rule}` }])
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
