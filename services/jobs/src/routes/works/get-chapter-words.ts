import { ChapterWords } from '@utter/contracts/http/works/words'
import { planOf } from '@utter/contracts/plans'
import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { chapterOf } from '../../lifecycle/works/edit-chapter.ts'
import { workFileOperations } from '../../operations/work-files.ts'
import { timesInFlight, timesOfChapter } from '../../requests/works/chapter-times.ts'
import { ChapterParams } from '../../requests/works/params.ts'
import { chapterWordsOf } from '../../views/works/chapter-words.ts'

/** `GET /api/works/:id/chapters/:chapterId/words`: when each paragraph sounds, and each word on a plan that has them. */
export const getChapterWords: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('words', timesInFlight)
  return app.get(
    '/api/works/:id/chapters/:chapterId/words',
    {
      access: deps.guard.required('jobs:read'),
      // As many calls as it has sections.
      config: { responseTimeoutMs: 60_000 },
      schema: { operation: workFileOperations.words, params: ChapterParams, response: { 200: ChapterWords } },
    },
    async (request, reply) => {
      const { userId, tier } = identityOf(request)
      const { id: workId, chapterId } = request.params
      const work = await shownWork(deps, userId, workId)
      const chapter = await chapterOf(deps, { userId, workId, chapterId })
      limit.take(userId, reply)
      const times = await timesOfChapter(deps, work, chapter)
      return chapterWordsOf({ chapterId, ...times }, planOf(deps.plans, tier).wordTimestamps)
    },
  )
}
