import { Readable } from 'node:stream'
import { Verified, VerifyRequest } from '@utter/contracts/http/provenance/verify'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import { networkOf } from '@utter/http/network-of'
import { invalid } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import { verifySound } from '@utter/provenance/verify-sound'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { provenanceOperations } from '../../operations/provenance.ts'
import { bytesAsTheyCome } from '../../requests/streamed-body.ts'
import { verificationOf } from '../../views/provenance/verification.ts'

/** Files that one process hashes, and one address sends: each has some 64 KB in memory, and its connection. */
const inFlight = { max: 32, perAccount: 2 }

/** `POST /api/verify`: whether an mp3, or a receipt, is of this platform and unchanged. For anybody: it asks no database. */
export const verify: Route<Deps> = (app, { guard, statements }) => {
  const limit = createSharedLimit('verifications', inFlight)
  return app.register(async (own) => {
    own.addContentTypeParser(['audio/mpeg', 'audio/mp3'], (_request: unknown, body: unknown, done) => done(null, body))
    own.addContentTypeParser('application/jwt', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    own.post(
      '/api/verify',
      {
        access: guard.anybody,
        preParsing: async (request: FastifyRequest, reply: FastifyReply) => limit.take(senderOf(request), reply),
        bodyLimit: maxBodyBytes.signature,
        // A file comes as quickly as its sender's line is.
        config: { responseTimeoutMs: Number.POSITIVE_INFINITY, checksOwnBody: true },
        schema: { operation: provenanceOperations.verify, response: { 200: Verified } },
      },
      async ({ body }) => {
        if (body instanceof Readable) return verificationOf(await verifySound(bytesAsTheyCome(body), statements))
        return verificationOf(statements.verify(signatureIn(body)))
      },
    )
  })
}

const senderOf = ({ caller }: FastifyRequest): string => caller?.identity?.userId ?? networkOf(caller?.address ?? '')

/** @throws Problem 400 for a body that has none */
function signatureIn(body: unknown): string {
  const signature = typeof body === 'string' ? body.trim() : VerifyRequest.safeParse(body).data?.signature
  if (signature) return signature
  throw invalid([{ field: 'file', message: 'The request must have an mp3, or the signature of a receipt' }])
}
