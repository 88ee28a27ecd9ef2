import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { checkShape } from './check-shape.ts'
import { Problem } from './problem.ts'

const jsonType = 'application/json'
/** In place of a content type: a file, whose bytes say what it is. */
export const anyFile = '*/*'
/** Names of UTF-8, and of ASCII, which is a part of it (WHATWG Encoding, RFC 2046). */
const charsets = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8', 'us-ascii', 'ascii'])
const charsetParameter = /;\s*charset\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/gi

/**
 * Looks at the headers that describe a body.
 * @throws Problem 415 for another content type, another charset than UTF-8 (a file may have any), or a content coding
 */
export function checkBodyHeaders(headers: IncomingHttpHeaders, contentType: string = jsonType): void {
  if (contentType !== anyFile) checkType(headers['content-type'] ?? '', contentType)
  const codings = (headers['content-encoding'] ?? '').split(',').map((one) => one.trim().toLowerCase())
  // RFC 9110, 15.5.16: the codings that would do are named.
  if (codings.some((coding) => coding !== '' && coding !== 'identity'))
    throw unsupported('The request body must not have a Content-Encoding', { 'accept-encoding': 'identity' })
}

function checkType(given: string, contentType: string): void {
  if (given.split(';', 1)[0]?.trim().toLowerCase() !== contentType)
    throw unsupported(
      contentType === jsonType
        ? 'The request body must be JSON (Content-Type: application/json)'
        : 'The request body must be a form',
    )
  for (const [, quoted, plain = ''] of given.matchAll(charsetParameter)) {
    if (!charsets.has((quoted ?? plain).trim().toLowerCase()))
      throw unsupported('The request body must be in UTF-8 (charset=utf-8)')
  }
}

const unsupported = (sentence: string, headers: Record<string, string> = {}) =>
  new Problem(415, 'unsupported_media_type', sentence, { headers })

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** JSON in UTF-8 as RFC 8259 has it: a byte order mark is left out, and an empty body is none. @throws Problem 400, 415 */
function parseJson({ headers }: Pick<FastifyRequest, 'headers'>, bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  checkBodyHeaders(headers)
  checkShape(bytes)
  let text: string
  try {
    text = utf8.decode(bytes)
  } catch (cause) {
    throw new Problem(400, 'invalid_utf8', 'The request body is not valid UTF-8', { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Problem(400, 'invalid_json', 'The request body is not valid JSON', { cause })
  }
}

/** Reads the bodies of an app. In a pattern, since a scope that passes bodies on has a parser of its own for the plain name of the type. */
export function readBodies(
  app: Pick<FastifyInstance, 'addContentTypeParser' | 'removeContentTypeParser' | 'addHook'>,
): void {
  app.removeContentTypeParser(jsonType)
  app.addContentTypeParser(/^application\/json(?:;|$)/, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, parseJson(request, body as Buffer))
    } catch (error) {
      done(error as Error)
    }
  })
  // Many clients name the type of each request: where there is no body, the name is about nothing.
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw
    const isEmpty = headers['transfer-encoding'] === undefined && !(Number(headers['content-length'] ?? 0) > 0)
    if (isEmpty) {
      delete headers['content-type']
      delete headers['content-encoding']
    }
    done()
  })
}
