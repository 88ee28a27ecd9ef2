import { hash as digest } from 'node:crypto'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Encoding, encoders, encodings } from '../../pages/encoders.ts'

/** A text for everybody that seldom changes: its compressed forms are made once. */
export type VersionedText = { text: string; etag: string; encoded: Map<Encoding, Promise<Buffer>> }

export const versionOf = (text: string): VersionedText => ({
  text,
  etag: `"${digest('sha256', text, 'base64url').slice(0, 22)}"`,
  encoded: new Map(),
})

/** Sends it as the client takes it, or 304 where the client has it. */
export async function sendVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag, encoded }: VersionedText,
): Promise<FastifyReply> {
  reply.header('etag', etag).header('vary', 'accept-encoding')
  // A proxy on the way may have made the mark a weak one.
  if (request.headers['if-none-match']?.split(/,\s*/).some((one) => one.replace(/^W\//, '') === etag))
    return reply.code(304).send()
  reply.serializer((body: unknown) => body as string)
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', encodings) as Encoding | null
  if (!encoding) return reply.send(text)
  const body = encoded.get(encoding) ?? encoders[encoding](text)
  encoded.set(encoding, body)
  return reply.header('content-encoding', encoding).send(await body)
}
