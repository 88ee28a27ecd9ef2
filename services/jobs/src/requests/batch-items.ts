import { randomUUID } from 'node:crypto'
import { BatchItem, type BatchRejection } from '@utter/contracts/http/jobs/batch'
import { checkValues } from '@utter/http/check-values'
import type { Identity } from '@utter/http/identity'
import { Problem } from '@utter/http/problem'
import type { Deps } from '../deps.ts'
import type { Job } from '../domain/job/job.ts'
import { batched, newJob } from '../domain/job/new-job.ts'
import { idleFieldsOf } from '../domain/voice/idle-fields.ts'
import { requestIdReused } from '../lifecycle/submit/submit.ts'
import { checkWebhook } from './check-webhook.ts'
import { withDialogue } from './dialogue.ts'
import { parsed } from './parse-fields.ts'
import { unknownFieldsOf, warned } from './unknown-fields.ts'

/**
 * An item of a batch: the draft of its job, or the reason for none. An item that repeats an earlier one has its draft.
 */
export type Item = { draft: Job; warnings?: string[] } | { rejection: BatchRejection }

/** Each item by itself: a bad one fails alone. */
export function itemsOf(deps: Deps, identity: Identity, raw: unknown[], batchId: string): Item[] {
  const drafts = new Map<string, Job>()
  return raw.map((item, index): Item => {
    try {
      const draft = batched(draftOf(deps, identity, item), batchId, index, raw.length)
      const first = drafts.get(draft.requestId) ?? draft
      if (first.bodyHash !== draft.bodyHash) throw requestIdReused()
      drafts.set(first.requestId, first)
      const warnings = [...unknownFieldsOf(item, BatchItem.tts), ...idleFieldsOf(first, deps.versions())]
      return { draft: first, ...warned(warnings) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { rejection: rejectionOf(requestIdOf(item), error) }
    }
  })
}

function draftOf(deps: Deps, { userId, tier, keyId }: Identity, item: unknown): Job {
  checkValues(item)
  const isReply = isObject(item) && item.kind === 'reply'
  const { kind, ...request } = parsed(isReply ? BatchItem.reply : BatchItem.tts, withDialogue(item))
  checkWebhook(request, tier, deps)
  return newJob(kind, userId, request, randomUUID(), deps.clock.now(), keyId)
}

export const rejectionOf = (requestId: string | undefined, { message, details }: Problem): BatchRejection => ({
  ...(requestId !== undefined && { requestId }),
  error: message,
  ...(details && { details }),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const requestIdOf = (item: unknown) =>
  isObject(item) && typeof item.requestId === 'string' ? item.requestId : undefined
