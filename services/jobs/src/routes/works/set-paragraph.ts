import { randomUUID } from 'node:crypto'
import { ParagraphRequest } from '@utter/contracts/http/works/requests'
import { ParagraphChanged, WrittenParagraph } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { replaceParagraph } from '../../domain/works/sections.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { changeParagraph, checkParagraph, newParagraph, paragraphOf } from '../../requests/works/change-paragraph.ts'
import { ParagraphParams } from '../../requests/works/params.ts'

/** `PUT …/paragraphs/:paragraphId`: another text or voice; the same one changes nothing. */
export const setParagraph: Route<Deps> = (app, deps) =>
  app.put(
    '/api/works/:id/chapters/:chapterId/paragraphs/:paragraphId',
    {
      access: deps.guard.required('jobs:write'),
      bodyLimit: maxBodyBytes.job,
      schema: {
        operation: workOperations.setParagraph,
        params: ParagraphParams,
        body: ParagraphRequest,
        response: { 200: z.union([ParagraphChanged, WrittenParagraph]) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: workId, chapterId, paragraphId } = request.params
      const work = await shownWork(deps, identity.userId, workId)
      return changeParagraph(deps, { identity, workId, chapterId }, paragraphId, (sections, chapter) => {
        checkParagraph(deps, { work, chapter }, request.body)
        paragraphOf({ sections }, paragraphId)
        return replaceParagraph({ sections, newId: randomUUID }, newParagraph(paragraphId, request.body))
      })
    },
  )
