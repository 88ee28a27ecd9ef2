import { SignedJobReceipt } from '@utter/contracts/http/provenance/receipts'
import { identityOf } from '@utter/http/identity'
import { conflict, notFound } from '@utter/http/problem'
import type { Route } from '@utter/http/route'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { hasEnded, isShown } from '../../domain/job/job.ts'
import { provenanceOperations } from '../../operations/provenance.ts'
import { receiptOfJob } from '../../views/provenance/job-receipt.ts'

/** `GET /api/jobs/:id/receipt`: what an ended job was asked for, what has spoken it, and what it has cost, signed. */
export const getJobReceipt: Route<Deps> = (app, { guard, jobs, statements }) =>
  app.get(
    '/api/jobs/:id/receipt',
    {
      access: guard.required('jobs:read'),
      schema: {
        operation: provenanceOperations.jobReceipt,
        params: z.object({ id: z.string() }),
        response: { 200: SignedJobReceipt },
      },
    },
    async (request) => {
      const job = await jobs.read(identityOf(request).userId, request.params.id)
      if (!job || !isShown(job)) throw notFound('Job not found', 'job_not_found')
      if (!hasEnded(job)) throw conflict('job_not_ended', 'The job has no receipt before it has ended')
      const receipt = receiptOfJob(job)
      return { ...receipt, signature: statements.sign({ v: 1, kind: 'receipt', receipt }) }
    },
  )
