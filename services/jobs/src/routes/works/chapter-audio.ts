import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { chapterOf } from '../../lifecycle/works/edit-chapter.ts'
import { workOperations } from '../../operations/works.ts'
import { ChapterParams } from '../../requests/works/params.ts'
import { sendChapter } from '../../requests/works/send-chapter.ts'

/** Chapters that one process sends, and one account listens to. */
const inFlight = { max: 128, perAccount: 8 }

/** `GET /api/works/:id/chapters/:chapterId/audio.mp3`: with byte ranges, so that a player can seek. */
export const chapterAudio: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('chapters', inFlight)
  return app.get(
    '/api/works/:id/chapters/:chapterId/audio.mp3',
    {
      access: deps.guard.required('jobs:read'),
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
      schema: { operation: workOperations.audio, params: ChapterParams },
    },
    async (request, reply) => {
      const { userId } = identityOf(request)
      const { id: workId, chapterId } = request.params
      const work = await shownWork(deps, userId, workId)
      const chapter = await chapterOf(deps, { userId, workId, chapterId })
      return sendChapter(deps, [request, reply], { work, chapter, limit })
    },
  )
}
