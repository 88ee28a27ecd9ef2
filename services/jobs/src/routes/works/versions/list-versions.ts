import { ParagraphVersions } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../../deps.ts'
import { shownWork } from '../../../lifecycle/works/change-state.ts'
import { chapterWithPastOf } from '../../../lifecycle/works/edit-chapter.ts'
import { workOperations } from '../../../operations/works.ts'
import { ChapterParams } from '../../../requests/works/params.ts'
import { versionsOf } from '../../../views/works/work-views.ts'

/** `GET /api/works/:id/chapters/:chapterId/versions`: its paragraphs as they were before edits. */
export const listVersions: Route<Deps> = (app, deps) =>
  app.get(
    '/api/works/:id/chapters/:chapterId/versions',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: workOperations.versions, params: ChapterParams, response: { 200: ParagraphVersions } },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const { id: workId, chapterId } = request.params
      await shownWork(deps, userId, workId)
      return versionsOf(await chapterWithPastOf(deps, { userId, workId, chapterId }))
    },
  )
