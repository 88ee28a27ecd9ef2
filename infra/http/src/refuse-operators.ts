import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid } from './problem.ts'

/** A key that begins with `$` is an operator to the database; none is ever a field of ours. */
export async function refuseOperators(request: FastifyRequest, _reply: FastifyReply): Promise<void> {
  // The parser of queries gives them a prototype of its own.
  const query = { ...(request.query as Record<string, unknown>) }
  const path = operatorPath(request.body, []) ?? operatorPath(query, [])
  if (path) throw invalid([{ field: path.join('.'), message: `The field ${path.join('.')} is not allowed` }])
}

function operatorPath(value: unknown, path: string[]): string[] | undefined {
  // A body that is passed on unread is a stream: only what was parsed is looked through.
  if (!Array.isArray(value) && !isPlain(value)) return undefined
  // Deeper than any body of ours; what lies below is refused or left out by the schema.
  if (path.length > 20) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const here = [...path, key]
    if (key.startsWith('$') || key === '__proto__' || key === 'constructor') return here
    const found = operatorPath(inner, here)
    if (found) return found
  }
  return undefined
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}
