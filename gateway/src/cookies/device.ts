import { hash as digest, randomBytes } from 'node:crypto'
import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyRequest } from 'fastify'

const lifetimeSeconds = 365 * 24 * 3_600

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/**
 * A random cookie by which a browser is known again at a sign-up or login, for a year after the last one: account is given its hash, so
 * that nobody counts as his own friend. It grants nothing, and is set for nobody who does not log in.
 */
export function createDeviceCookie(publicUrl: string) {
  const secure = new URL(publicUrl).protocol === 'https:'
  const name = secure ? '__Host-utter_device' : 'utter_device'
  return {
    /** The browser's own, or a new one. */
    of(request: FastifyRequest): string {
      const header = request.headers.cookie
      const value = header === undefined ? undefined : parseCookie(header)[name]
      return value && /^[\w-]{43}$/.test(value) ? value : randomBytes(32).toString('base64url')
    },
    write: (device: string): string =>
      stringifySetCookie({
        name,
        value: device,
        httpOnly: true,
        sameSite: 'lax',
        secure,
        path: '/',
        maxAge: lifetimeSeconds,
      }),
  }
}

export const deviceHash = (device: string): string => digest('sha256', device, 'base64url')
