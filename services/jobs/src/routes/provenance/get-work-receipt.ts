import { SignedWorkReceipt } from '@utter/contracts/http/provenance/receipts'
import { identityOf } from '@utter/http/identity'
import { conflict } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import type { Deps } from '../../deps.ts'
import { shownWork } from '../../lifecycle/works/change-state.ts'
import { provenanceOperations } from '../../operations/provenance.ts'
import { WorkParams } from '../../requests/works/params.ts'
import { endedStateOf, receiptOfWork } from '../../views/provenance/work-receipt.ts'

/** `GET /api/works/:id/receipt`: the same of a work, by chapter. */
export const getWorkReceipt: Route<Deps> = (app, deps) =>
  app.get(
    '/api/works/:id/receipt',
    {
      access: deps.guard.required('jobs:read'),
      schema: { operation: provenanceOperations.workReceipt, params: WorkParams, response: { 200: SignedWorkReceipt } },
    },
    async (request) => {
      const { userId } = identityOf(request)
      const work = await shownWork(deps, userId, request.params.id)
      const chapters = await deps.chapters.outlines(userId, work._id)
      const state = endedStateOf(work, chapters)
      if (!state)
        throw conflict('work_not_ended', 'The work has no receipt before it is completed, failed or cancelled')
      const receipt = receiptOfWork(work, state, chapters)
      return { ...receipt, signature: deps.statements.sign({ v: 1, kind: 'receipt', receipt }) }
    },
  )
