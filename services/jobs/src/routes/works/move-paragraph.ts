import { randomUUID } from 'node:crypto'
import { MoveParagraphRequest } from '@utter/contracts/http/works/requests'
import { ParagraphChanged, WrittenParagraph } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { moveParagraph } from '../../domain/works/sections.ts'
import { workOperations } from '../../operations/works.ts'
import { changeParagraph, checkAfter, paragraphOf } from '../../requests/works/change-paragraph.ts'
import { ParagraphParams } from '../../requests/works/params.ts'

/** `POST …/paragraphs/:paragraphId/move`: to another place in its chapter. */
export const moveParagraphRoute: Route<Deps> = (app, deps) =>
  app.post(
    '/api/works/:id/chapters/:chapterId/paragraphs/:paragraphId/move',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: workOperations.moveParagraph,
        params: ParagraphParams,
        body: MoveParagraphRequest,
        response: { 200: z.union([ParagraphChanged, WrittenParagraph]) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: workId, chapterId, paragraphId } = request.params
      const { after } = request.body
      return changeParagraph(deps, { identity, workId, chapterId }, paragraphId, (sections) => {
        const paragraph = paragraphOf({ sections }, paragraphId)
        checkAfter(sections, after)
        return moveParagraph({ sections, newId: randomUUID }, paragraph, after)
      })
    },
  )
