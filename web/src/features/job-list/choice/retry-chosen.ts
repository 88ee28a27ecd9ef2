import { HttpError, request } from '../../../lib/server/http.ts'

export interface RetryChoice {
  /** Undefined: each by the voice that it had. */
  voiceId: string | undefined
  /** Replies are spoken again, and not written anew. */
  keepsReplies: boolean
}

/**
 * A new job of one that has ended. A row does not say whether its job has a reply: one that has none is repeated from its start.
 * @param requestId the same for each try, so that an answer that was lost makes no second job
 */
export async function retryAs(jobId: string, { voiceId, keepsReplies }: RetryChoice, requestId: string): Promise<void> {
  const path = `/api/jobs/${jobId}/retry`
  const body = { requestId, ...(voiceId !== undefined && { voiceId }) }
  if (keepsReplies) {
    try {
      await request('POST', path, { body: { ...body, from: 'reply' } })
      return
    } catch (error) {
      if (!(error instanceof HttpError && error.problem?.code === 'no_reply')) throw error
    }
  }
  await request('POST', path, { body: { ...body, from: 'start' } })
}
