import { randomUUID } from 'node:crypto'
import { ParagraphChanged, WrittenParagraph } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../../deps.ts'
import { paragraphOfVersion, takeBack } from '../../../domain/works/versions.ts'
import { shownWork } from '../../../lifecycle/works/change-state.ts'
import { chapterWithPastOf } from '../../../lifecycle/works/edit-chapter.ts'
import { workOperations } from '../../../operations/works.ts'
import { changeParagraph, checkParagraph } from '../../../requests/works/change-paragraph.ts'
import { VersionParams } from '../../../requests/works/params.ts'

/** `POST …/versions/:versionId/restore`: the paragraph as it was then; the same again changes nothing. */
export const restoreVersion: Route<Deps> = (app, deps) =>
  app.post(
    '/api/works/:id/chapters/:chapterId/versions/:versionId/restore',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: workOperations.restoreVersion,
        params: VersionParams,
        response: { 200: z.union([ParagraphChanged, WrittenParagraph]) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { userId } = identity
      const { id: workId, chapterId, versionId } = request.params
      const work = await shownWork(deps, userId, workId)
      const chapter = await chapterWithPastOf(deps, { userId, workId, chapterId })
      const version = chapter.past?.find(({ id }) => id === versionId)
      if (!version) throw notFound('Version not found', 'version_not_found')
      // A voice may be gone since.
      checkParagraph(deps, { work, chapter }, paragraphOfVersion(version))
      return changeParagraph(deps, { identity, workId, chapterId }, version.paragraphId, (sections) =>
        takeBack({ sections, newId: randomUUID }, version),
      )
    },
  )
