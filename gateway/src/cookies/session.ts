import { sessionLifetimeMs } from '@utter/contracts/http/account/session-hand-over'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

export type SessionCookie = ReturnType<typeof createSessionCookie>

/** The session cookie, in the gateway alone: account hands over tokens, services never get a cookie. */
export function createSessionCookie(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:'
  // The prefix binds it to this host and to HTTPS; browsers refuse it over plain HTTP.
  const name = secure ? '__Host-utter_session' : 'utter_session'
  return {
    name,
    read(request: FastifyRequest): string | undefined {
      const header = request.headers.cookie
      const value = header === undefined ? undefined : parseCookie(header)[name]
      return value && value.length <= 200 ? value : undefined
    },
    /** @param token empty: the browser forgets the session */
    write: (token: string): string =>
      stringifySetCookie({
        name,
        value: token,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/',
        maxAge: token ? sessionLifetimeMs / 1_000 : 0,
      }),
  }
}
