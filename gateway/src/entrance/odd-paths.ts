import { notFound } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'

/**
 * An `onRequest` hook that refuses paths with dot segments, which a service would resolve to another path than the one whose prefix chose
 * it; those that begin with two slashes, which is a host to a browser; and `*`, which is no path.
 */
export async function refuseOddPaths({ url }: FastifyRequest): Promise<void> {
  const path = url.split('?', 1)[0] ?? ''
  if (!path.startsWith('/') || path.startsWith('//')) throw notFound()
  if (/(^|[/\\]|%2f|%5c)(\.|%2e){1,2}([/\\#]|%2f|%5c|$)/i.test(path)) throw notFound()
}
