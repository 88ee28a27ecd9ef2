import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { spokenBy } from '../../domain/job/job.ts'
import { voiceOfJob } from '../../domain/job/linked-job.ts'
import { jobOfLink } from '../../lifecycle/share-job.ts'
import { sharingOperations } from '../../operations/sharing.ts'
import { sendSound } from '../../requests/sound/send-sound.ts'
import { linkHeaders } from '../../views/link-headers.ts'
import { storedBytesOf } from '../../views/works/chapter-sound.ts'

/** Sounds that one process sends to strangers, and those of one account. */
const inFlight = { max: 128, perAccount: 16 }

/** `GET /api/shared/:secret/audio.mp3`: with byte ranges, so that a player can seek. */
export const sharedAudio: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('shared-sounds', inFlight)
  return app.get(
    '/api/shared/:secret/audio.mp3',
    {
      access: deps.guard.anybody,
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: {
        operation: sharingOperations.sound,
        params: z.object({ secret: z.string() }),
        querystring: z.object({ download: z.optional(z.string()) }),
      },
    },
    async (request, reply) => {
      reply.headers(linkHeaders)
      const job = await jobOfLink(deps, request.params.secret)
      const { sizeBytes } = job.audio
      const soundOf = job.sameAs ?? job._id
      const isDownload = request.query.download !== undefined
      return sendSound(deps, [request, reply], {
        read: (range, signal) =>
          Readable.from(storedBytesOf(deps.speech, soundOf, range, signal), { objectMode: false }),
        sizeBytes,
        // A hash, since the id of a job is nothing for strangers.
        etag: `"${createHash('sha256').update(`${soundOf}-${sizeBytes}`).digest('base64url')}"`,
        headers: {
          'content-type': 'audio/mpeg',
          [disclosureHeader]: disclosureOf({ voice: voiceOfJob(job), provider: spokenBy(job).provider }),
          'content-disposition': `${isDownload ? 'attachment' : 'inline'}; filename="shared.mp3"`,
        },
        userId: job.userId,
        limit,
      })
    },
  )
}
