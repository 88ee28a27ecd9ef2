import { identityOf } from '@utter/http/identity'
import type { FastifyRequest } from 'fastify'
import type { Payer } from '../lifecycle/submit/take.ts'

/** Longest `Prefer: wait`, in seconds; a longer one is served as this. */
export const maxWaitSeconds = 60

/** Seconds of `Prefer: wait=N` (RFC 7240); 0 without. */
export function preferredWaitSeconds(request: FastifyRequest): number {
  const wait = /(?:^|[,;\s])wait=(\d{1,3})\b/.exec(String(request.headers.prefer ?? ''))?.[1]
  return Math.min(Number(wait ?? 0), maxWaitSeconds)
}

/**
 * Takes `Idempotency-Key` as the request id of a body without one; an empty one is none, and so is null.
 * @param key in place of that
 */
export function fillRequestId(request: FastifyRequest, key: unknown = request.headers['idempotency-key']): void {
  const body = request.body as Record<string, unknown> | null
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (key && isObject && (body.requestId ?? '') === '') request.body = { ...body, requestId: key }
}

/** Whether `Cache-Control: no-cache` (RFC 9111) asks for a job that is spoken again. */
export const wantsFresh = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  /(?:^|[,\s])no-cache(?:$|[,\s])/i.test(headers['cache-control'] ?? '')

/** The identity's fields that decide how a submission takes its calls. */
export function payerOf(request: FastifyRequest): Payer {
  const { signedUpAt, continues, monthlyCap, unverifiedLimit, tier } = identityOf(request)
  const { address = '' } = request.caller ?? {}
  const caps = { monthlyCap, unverifiedLimit }
  return { signedUpAt: new Date(signedUpAt), continues, ...caps, isFree: tier === 'free', tier, address }
}
