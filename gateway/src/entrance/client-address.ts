import { isIP } from 'node:net'
import { plainAddress } from '@utter/http/network-of'
import type { FastifyRequest } from 'fastify'

/**
 * The client's address: that of the last hop before the trusted proxies. Where they pass on what is none (a name, an
 * address with its port), it is their own: each such text would else be another visitor, and appear in the audit.
 */
export const clientAddress = ({ ip, raw }: FastifyRequest): string =>
  plainAddress(isIP(ip) === 0 ? (raw.socket.remoteAddress ?? '') : ip)
