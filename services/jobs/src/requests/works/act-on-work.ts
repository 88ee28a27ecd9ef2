import { WorkView, WrittenWork } from '@utter/contracts/http/works/views'
import { identityOf } from '@utter/http/identity'
import type { Operation } from '@utter/http/openapi/operation'
import type { RouteApp } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import type { ShownWork } from '../../domain/works/work.ts'
import { writtenWorkOf } from '../../views/works/work-views.ts'
import { WorkParams } from './params.ts'

type Act = { path: string; operation: Operation; act(deps: Deps, userId: string, id: string): Promise<ShownWork> }

/** A route that changes the state of a work, and answers with the work after it. */
export const actOnWork = (app: RouteApp, deps: Deps, { path, operation, act }: Act): unknown =>
  app.post(
    path,
    {
      access: deps.guard.required('jobs:write'),
      schema: { operation, params: WorkParams, response: { 200: z.union([WorkView, WrittenWork]) } },
    },
    async (request) => {
      const identity = identityOf(request)
      const work = await act(deps, identity.userId, request.params.id)
      return writtenWorkOf(identity, work, await deps.chapters.outlines(identity.userId, work._id))
    },
  )
