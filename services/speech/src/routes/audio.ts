import { forbidden, Problem } from '@utter/http/problem'
import type { Route } from '@utter/http/server'
import parseRange from 'range-parser'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { limitSending } from '../limit-sending.ts'

const Params = z.object({ file: z.string() })
const Query = z.object({
  expires: z.optional(z.string()),
  signature: z.optional(z.string()),
  download: z.optional(z.string()),
})

/** The longest pause of a client that reads nothing. */
const stallMs = 30_000

/** The same answer for every refusal, so that it does not show whether the audio exists. */
const refused = () => forbidden('This audio is not available')

/** `GET /audio/<job id>.mp3`: by a signed address, or for the owner. Byte ranges, so that a player can seek. */
export const audioRoute: Route<Deps> = (app, { claims, files, guard, audio, clock }) => {
  app.get(
    '/audio/:file',
    { onRequest: guard.anybody, schema: { params: Params, querystring: Query } },
    async (request, reply) => {
      const jobId = /^([\w-]{1,100})\.mp3$/.exec(request.params.file)?.[1]
      if (!jobId) throw refused()
      const isSigned = audio.isGood(jobId, request.query, clock.now())
      const claim = isSigned || request.caller?.identity ? await claims.find(jobId, 'speech') : null
      const identity = request.caller?.identity
      const isOwner = claim !== null && identity?.userId === claim.userId && identity.scopes.includes('jobs:read')
      if (!claim || !('value' in claim.result) || !(isSigned || isOwner)) throw refused()
      const file = await files.find(claim.result.value.name)
      if (!file) throw refused()

      limitSending(reply.raw, stallMs)
      reply.headers({
        'content-type': 'audio/mpeg',
        'accept-ranges': 'bytes',
        'cache-control': 'private, max-age=3600',
        // A signed address may stand in a page of any site.
        'cross-origin-resource-policy': 'cross-origin',
        'last-modified': file.modifiedAt.toUTCString(),
        etag: `"${jobId}-${file.sizeBytes}"`,
        'content-disposition': `${request.query.download === undefined ? 'inline' : 'attachment'}; filename="${jobId}.mp3"`,
      })
      const range = request.headers.range === undefined ? -2 : parseRange(file.sizeBytes, request.headers.range)
      if (range === -1)
        throw new Problem(416, 'range_not_satisfiable', 'The range lies outside of the audio', {
          headers: { 'content-range': `bytes */${file.sizeBytes}` },
        })
      const only = typeof range === 'object' && range.type === 'bytes' && range.length === 1 ? range[0] : undefined
      // Several ranges at once, or a header that makes no sense: the whole file, as RFC 9110 allows.
      if (!only) return reply.header('content-length', file.sizeBytes).send(files.read(file.name))
      return reply
        .code(206)
        .headers({
          'content-range': `bytes ${only.start}-${only.end}/${file.sizeBytes}`,
          'content-length': only.end - only.start + 1,
        })
        .send(files.read(file.name, only))
    },
  )
}
