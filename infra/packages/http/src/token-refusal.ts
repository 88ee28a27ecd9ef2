import { Problem } from './problem.ts'

/**
 * The header of an answer that refuses the caller's token itself: the time by the clock of the service that refused it. The gateway, and whoever
 * else signs, knows a fault of ours by it: a clock that is off, or a key that the other has not. It never reaches a client.
 */
export const tokenRefusedHeader = 'x-utter-token-refused'

/** To a caller without the gateway, who has forged a token or kept one, it is a 401 as every other. */
export const tokenRefused = (cause?: unknown): Problem =>
  new Problem(401, 'unauthorized', 'Not logged in', {
    cause,
    // The next request goes by another connection, perhaps to another replica, whose clock is right.
    headers: { [tokenRefusedHeader]: new Date().toISOString(), connection: 'close' },
  })

/**
 * Milliseconds by which the clock of a service that refused our token is ahead of ours; undefined where it refused none.
 * @param refusedAt the header's value
 */
export function clockAheadMs(refusedAt: unknown): number | undefined {
  return typeof refusedAt === 'string' ? Date.parse(refusedAt) - Date.now() : undefined
}

/** The line of log for it, with the fields `service` and `clockAheadMs`. */
export const tokenRefusedLine = 'a service refused our token: a clock is off, or it knows another key or version'
