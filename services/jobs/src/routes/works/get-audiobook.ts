import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import { disclosureHeader, disclosureOf } from '@utter/provenance/disclosure'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { workFileOperations } from '../../operations/work-files.ts'
import { sendSound } from '../../requests/sound/send-sound.ts'
import { checkIsHeard } from '../../requests/works/book-of.ts'
import { WorkParams } from '../../requests/works/params.ts'
import { audiobookOf } from '../../views/works/audiobook/audiobook.ts'
import { soundOfParts } from '../../views/works/chapter-sound.ts'
import { attachmentOf } from '../../views/works/file-name.ts'

/** Books that one process sends, and one account fetches or listens to: none of their sounds is in memory. */
const inFlight = { max: 64, perAccount: 4 }

/** `GET /api/works/:id/audio.m4b`: all chapters in one file, with their names and places; with byte ranges, so that a player can seek. */
export const getAudiobook: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('audiobooks', inFlight)
  return app.get(
    '/api/works/:id/audio.m4b',
    {
      access: deps.guard.required('jobs:read'),
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: { operation: workFileOperations.audiobook, params: WorkParams },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const work = await shownWork(deps, userId, request.params.id)
      const outlines = await deps.chapters.outlines(userId, work._id)
      checkIsHeard(outlines)
      const { parts, ...book } = audiobookOf(work, outlines)
      return sendSound(deps, [request, reply], {
        ...book,
        read: (range, signal) => soundOfParts(deps.speech, parts, range, signal),
        headers: {
          'content-type': 'audio/mp4',
          [disclosureHeader]: disclosureOf({ work: work._id, voice: work.voiceId }),
          'content-disposition': attachmentOf(work.title, 'm4b'),
        },
        userId,
        limit,
      })
    },
  )
}
