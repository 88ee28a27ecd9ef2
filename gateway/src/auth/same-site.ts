import { forbidden } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a write that a browser sends for another site. Browsers send the origin of a request; a client with neither header is no
 * browser, and misuses no cookie.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (reading.has(request.method)) return
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return
    throw forbidden('Requests from other sites are not allowed', 'cross_site')
  }
  const { origin, host } = request.headers
  if (origin === undefined || origin === new URL(publicUrl).origin || origin === `http://${host}`) return
  throw forbidden('Requests from other sites are not allowed', 'cross_site')
}
