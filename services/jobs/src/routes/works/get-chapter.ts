import { ChapterView } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { chapterOf } from '../../lifecycle/works/edit-chapter.ts'
import { workOperations } from '../../operations/works.ts'
import { ChapterParams } from '../../requests/works/params.ts'
import { chapterViewOf } from '../../views/works/work-views.ts'

/** `GET /api/works/:id/chapters/:chapterId`: a chapter with its texts. */
export const getChapter: Route<Deps> = (app, deps) =>
  app.get(
    '/api/works/:id/chapters/:chapterId',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: workOperations.chapter, params: ChapterParams, response: { 200: ChapterView } },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const { id: workId, chapterId } = request.params
      await shownWork(deps, userId, workId)
      return chapterViewOf(await chapterOf(deps, { userId, workId, chapterId }))
    },
  )
