import { currentTraceparent } from '@utter/telemetry/trace'
import type * as z from 'zod/mini'
import { type IdentitySigner, identityHeader } from './identity.ts'
import { clockAheadMs, tokenRefusedHeader } from './token-refusal.ts'

/** A call from one service to another: short deadline, signed, answer parsed. Throws when the other is unavailable or refuses. */
export async function callService<Schema extends z.ZodMiniType>(
  target: {
    baseUrl: string
    audience: string
    path: string
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
    body?: unknown
    limitMs?: number
  },
  signer: IdentitySigner,
  answer: Schema,
): Promise<z.infer<Schema>> {
  const response = await fetch(new URL(target.path, target.baseUrl), {
    method: target.method ?? 'GET',
    headers: {
      ...callHeaders(target.audience, signer),
      ...(target.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(target.body !== undefined && { body: JSON.stringify(target.body) }),
    signal: AbortSignal.timeout(target.limitMs ?? 1_000),
  })
  if (!response.ok)
    throw new CallRefused(
      response.status,
      await response.text(),
      clockAheadMs(response.headers.get(tokenRefusedHeader)),
    )
  return answer.parse(await response.json()) as z.infer<Schema>
}

/** The headers of every call to the service `audience`: who calls, and in which trace. */
export function callHeaders(audience: string, signer: IdentitySigner): Record<string, string> {
  const traceparent = currentTraceparent()
  return { [identityHeader]: signer.internal(audience), ...(traceparent && { traceparent }) }
}

/** An answer of the other service that is no success. */
export class CallRefused extends Error {
  readonly status: number
  readonly body: string
  /** Where the token itself was refused: milliseconds by which the other's clock is ahead of ours. */
  readonly clockAheadMs: number | undefined
  constructor(status: number, body: string, clockAheadMs?: number) {
    const cause =
      clockAheadMs === undefined ? '' : `: our token was refused, by a clock ${clockAheadMs} ms ahead of ours`
    super(`the call was answered with ${status}${cause}`)
    this.status = status
    this.body = body
    this.clockAheadMs = clockAheadMs
  }
}
