import type { IncomingHttpHeaders } from 'node:http'
import type { Service } from '@utter/contracts/flow'
import { sessionHeader } from '@utter/contracts/http/account/session-hand-over'
import type { FastifyRequest } from 'fastify'
import type { DeviceCookie } from '../cookies/device.ts'
import type { SessionCookie } from '../cookies/session.ts'

export type Cookies = { session: SessionCookie; device: DeviceCookie }

/**
 * Headers that hold for one connection only (RFC 9110, 7.6.1): a service's are about its connection to us. And those that speak to the
 * browser about all of our pages, of which no service has any: one that was taken over could log people in as somebody else.
 */
const kept = new Set([
  ...['connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['set-cookie', 'clear-site-data', 'strict-transport-security', 'permissions-policy'],
])

/**
 * A service's headers as they go out: without those of its connection, with a session that account hands over as a cookie, and `no-store`
 * unless the service sets a `cache-control` of its own. The sandbox of payments has pages, with a policy of their own.
 */
export function answerHeaders(
  headers: IncomingHttpHeaders,
  { service, request, cookies }: { service: Service; request: FastifyRequest | undefined; cookies: Cookies },
): IncomingHttpHeaders {
  const passed: IncomingHttpHeaders = {}
  for (const name in headers) {
    if (!kept.has(name) && !name.startsWith('proxy-') && name !== sessionHeader) passed[name] = headers[name]
  }
  passed['cache-control'] ??= 'no-store'
  if (service !== 'billing') delete passed['content-security-policy']
  if (service !== 'account') return passed
  const written = writtenCookie(headers[sessionHeader], request, cookies.session)
  if (written !== undefined) passed['set-cookie'] = [written]
  // Sounds are private, and kept for an hour: the next person at this browser has none of them.
  if (headers[sessionHeader] === '' && written !== undefined) passed['clear-site-data'] = '"cache"'
  // A new session: of a sign-up or a login alone.
  if (headers[sessionHeader] && request?.device) passed['set-cookie']?.push(cookies.device.write(request.device))
  return passed
}

/** @param token as account hands it over: a new one, or empty for one that is over */
function writtenCookie(
  token: string | string[] | undefined,
  request: FastifyRequest | undefined,
  cookie: SessionCookie,
): string | undefined {
  const present = () => request && cookie.read(request)
  // Cleared only where the request carried one: otherwise a link from another site would log a person out.
  if (typeof token === 'string') return token || present() ? cookie.write(token) : undefined
  if (request?.url !== '/api/auth/me') return undefined
  const sent = present()
  if (sent === undefined) return undefined
  // A session that has ended: the browser forgets it, so that its next page asks for no user.
  if (!request.identity) return cookie.write('')
  // Each visit lets the browser keep the session for as long again as account does.
  return request.identity.sessionId ? cookie.write(sent) : undefined
}
