import { BatchDryRun, type BatchRejection, BatchSubmitted } from '@utter/contracts/http/jobs/batch'
import { HttpError, request } from '../../../lib/server/http.ts'
import type { ApiCall, Json } from '../../code-samples/code-parts.ts'
import { jobCall } from '../../code-samples/job-call.ts'
import type { VoiceJobValues } from '../../playground/voice-job.ts'
import type { CheckedLine } from './check-list.ts'

/** A job as `POST /api/batch` takes it, and the line of the list that it comes from. */
export interface BatchItemDraft {
  line: number
  body: { [name: string]: Json }
}

/** Settings are those of all lines, a line's own voice and kind go before them. */
export const itemsOf = (lines: readonly CheckedLine[], values: VoiceJobValues): BatchItemDraft[] =>
  lines.map(({ line, userText, kind, voiceId = values.voiceId }) => {
    const { requestId: _, ...body } = jobCall({ ...values, kind, userText, voiceId, requestId: '' }).body ?? {}
    return { line, body: { ...body, kind } }
  })

/** The list in parts that a batch of the plan takes. */
export const partsOf = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) => all.slice(index * size, (index + 1) * size))

/** The call that sends these jobs, with the first ones alone: a sample of fifty would show nothing more. */
export const jobCallBatch = (items: readonly BatchItemDraft[]): ApiCall => ({
  method: 'POST',
  path: '/api/batch',
  body: { jobs: items.slice(0, 2).map(({ line, body }) => ({ requestId: `line-${line}`, ...body })) },
})

/** Waits of a refusal that the rate of the plan makes: at most a minute each. */
const maxWaits = 3
const maxWaitSeconds = 90

interface Patience {
  signal?: AbortSignal | undefined
  /** Seconds that are waited now; 0: it goes on. */
  onWait?: (seconds: number) => void
}

/** Sends it again after the time that the server names, as often as a longer list needs it. @throws HttpError */
async function patiently<T>(send: () => Promise<T>, { signal, onWait }: Patience): Promise<T> {
  for (let waits = 0; ; waits++) {
    try {
      return await send()
    } catch (error) {
      const seconds = error instanceof HttpError && error.status === 429 ? (error.retryAfterSeconds ?? 0) : 0
      if (seconds === 0 || seconds > maxWaitSeconds || waits === maxWaits) throw error
      onWait?.(seconds)
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
      signal?.throwIfAborted()
      onWait?.(0)
    }
  }
}

const bodyOf = (items: readonly BatchItemDraft[], requestIds: readonly string[]) => ({
  jobs: items.map(({ body }, index) => ({ requestId: requestIds[index] ?? '', ...body })),
})

/** Asks what a batch would become: nothing is taken, and nothing is kept. */
export const askBatchPrice = async (items: readonly BatchItemDraft[], patience: Patience): Promise<BatchDryRun> => {
  const body = bodyOf(
    items,
    items.map(({ line }) => `dry-run-${line}`),
  )
  const { signal } = patience
  return BatchDryRun.parse(
    await patiently(() => request('POST', '/api/batch?dryRun=true', { body, ...(signal && { signal }) }), patience),
  )
}

/** Submits a batch. Sent again with the same request ids it is the same jobs, paid once. */
export const sendBatch = async (
  items: readonly BatchItemDraft[],
  requestIds: readonly string[],
  patience: Patience,
): Promise<BatchSubmitted> =>
  BatchSubmitted.parse(
    await patiently(() => request('POST', '/api/batch', { body: bodyOf(items, requestIds) }), patience),
  )

/** Each fault of a job that was refused, at its line. */
export const faultsOfRejection = (line: number, { error, details }: BatchRejection) =>
  (details ?? [{ field: 'line', message: error }]).map(({ field, message }) => ({
    line,
    field: { userText: 'text', voiceId: 'voice' }[field] ?? field,
    message,
  }))

/** The faults of a refusal of all jobs, whose fields are `jobs.0.userText`. */
export function faultsOfRefusal(error: unknown, items: readonly BatchItemDraft[]) {
  const details = (error instanceof HttpError && error.problem?.details) || []
  return details.flatMap(({ field, message }) => {
    const [root, index, ...rest] = field.split('.')
    const line = root === 'jobs' && items[Number(index)]?.line
    return line
      ? faultsOfRejection(line, { error: message, details: [{ field: rest.join('.') || 'line', message }] })
      : []
  })
}
