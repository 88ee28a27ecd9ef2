import { keyNeeded } from '@utter/http/identity'
import { Problem } from '@utter/http/problem'
import type { FastifyRequest } from 'fastify'
import { refuseCrossSite } from './same-site.ts'

/**
 * Refuses what no agent with a key sends (MCP, Streamable HTTP): a page of another site, also one whose name was pointed here (DNS
 * rebinding); another method than `POST`, since there are no sessions to read or to end; a credential that is no key.
 */
export function refuseBrowsers(request: FastifyRequest, publicUrl: string): void {
  refuseCrossSite(request, publicUrl)
  if (request.method !== 'POST') throw onlyPost()
  if (request.headers.authorization === undefined) throw keyNeeded()
}

const onlyPost = () =>
  new Problem(405, 'method_not_allowed', 'Only POST is answered here', { headers: { allow: 'POST' } })
