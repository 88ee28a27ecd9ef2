import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * The headers by which each answer tells browsers what they may do with it, unless it says otherwise itself. Taken from helmet once: they are the
 * same for every answer, and headers that are set on Node's response before Fastify's make it write all of them the slow way.
 */
export function protectionHeaders(isHttps: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  const protect = helmet({
    // The page has a policy of its own; an API response shows nothing, and no page may frame it.
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const answer = {
    setHeader(name: string, value: string): void {
      headers[name.toLowerCase()] = value
    },
    removeHeader(): void {},
  }
  protect({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}
