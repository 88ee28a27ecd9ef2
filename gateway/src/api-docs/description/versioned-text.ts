import { hash as digest } from 'node:crypto'
import { negotiate } from '@fastify/accept-negotiator'
import { isNotModified } from '@utter/http/conditions'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encoders, encodings } from './encoders.ts'

/** A text for everybody that seldom changes: its compressed forms are made once. */
export type VersionedText = { text: string; hash: string; encoded: Map<Encoding, Promise<Buffer>> }

export const versionOf = (text: string): VersionedText => ({
  text,
  hash: digest('sha256', text, 'base64url').slice(0, 22),
  encoded: new Map(),
})

/** Sends it as the client takes it, or 304 where the client has it. */
export async function sendVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, hash, encoded }: VersionedText,
): Promise<FastifyReply> {
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings) as Encoding | null
  // Each compressed form is other bytes, which a strong mark tells apart (RFC 9110, 8.8.3.3).
  const etag = `"${encoding ? `${hash}-${encoding}` : hash}"`
  reply.header('etag', etag).header('vary', 'accept-encoding')
  if (isNotModified(request, { etag })) return reply.code(304).send()
  reply.serializer((body: unknown) => body as string)
  if (!encoding) return reply.send(text)
  const body = encoded.get(encoding) ?? encoders[encoding](text)
  encoded.set(encoding, body)
  return reply.header('content-encoding', encoding).send(await body)
}
