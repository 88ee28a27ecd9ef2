import { randomUUID } from 'node:crypto'
import { NewParagraphRequest } from '@utter/contracts/http/works/requests'
import { ParagraphChanged, WrittenParagraph } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { insertParagraph } from '../../domain/works/sections.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { workOperations } from '../../operations/works.ts'
import { changeParagraph, checkAfter, checkParagraph, newParagraph } from '../../requests/works/change-paragraph.ts'
import { ChapterParams } from '../../requests/works/params.ts'

/** `POST …/paragraphs`: a new one behind another, or as the first of its chapter. */
export const addParagraph: Route<Deps> = (app, deps) =>
  app.post(
    '/api/works/:id/chapters/:chapterId/paragraphs',
    {
      access: deps.guard.required('jobs:write'),
      bodyLimit: maxBodyBytes.job,
      schema: {
        operation: workOperations.addParagraph,
        params: ChapterParams,
        body: NewParagraphRequest,
        response: { 201: z.union([ParagraphChanged, WrittenParagraph]) },
      },
    },
    async (request, reply) => {
      const identity = identityOf(request)
      const { id: workId, chapterId } = request.params
      const { after, ...given } = request.body
      const work = await shownWork(deps, identity.userId, workId)
      const paragraph = newParagraph(randomUUID(), given)
      const changed = await changeParagraph(
        deps,
        { identity, workId, chapterId },
        paragraph.id,
        (sections, chapter) => {
          checkParagraph(deps, { work, chapter }, given)
          checkAfter(sections, after)
          return insertParagraph({ sections, newId: randomUUID }, paragraph, after)
        },
      )
      return reply.code(201).send(changed)
    },
  )
