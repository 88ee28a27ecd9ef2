import { randomUUID } from 'node:crypto'
import { ParagraphChanged, WrittenParagraph } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { conflict } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { removeParagraph } from '../../domain/works/sections.ts'
import { workOperations } from '../../operations/works.ts'
import { changeParagraph, paragraphOf } from '../../requests/works/change-paragraph.ts'
import { ParagraphParams } from '../../requests/works/params.ts'

/** `DELETE …/paragraphs/:paragraphId`: the rest of its section is joined again from what is kept. */
export const removeParagraphRoute: Route<Deps> = (app, deps) =>
  app.delete(
    '/api/works/:id/chapters/:chapterId/paragraphs/:paragraphId',
    {
      access: deps.guard.required('jobs:write'),
      schema: {
        operation: workOperations.removeParagraph,
        params: ParagraphParams,
        response: { 200: z.union([ParagraphChanged, WrittenParagraph]) },
      },
    },
    async (request) => {
      const identity = identityOf(request)
      const { id: workId, chapterId, paragraphId } = request.params
      return changeParagraph(deps, { identity, workId, chapterId }, paragraphId, (sections) => {
        paragraphOf({ sections }, paragraphId)
        const edited = removeParagraph({ sections, newId: randomUUID }, paragraphId)
        if (edited.sections.length === 0) throw conflict('last_paragraph', 'A chapter has at least 1 paragraph')
        return edited
      })
    },
  )
