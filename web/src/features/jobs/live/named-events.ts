import type { QueryClient } from '@tanstack/react-query'
import { JobDeletedEvent, WebhookDisabledEvent } from '@utter/contracts/http/jobs/job-views'
import { noticeEvents, webhookDisabledEvents, workEvents } from './account-events.ts'
import { removeFromLists } from './lists.ts'
import { jobDeletionKey, jobQuery } from './queries.ts'

/**
 * Handlers of the account stream's named events, which are no changes of a job. Data that cannot be read is ignored.
 */
export const onNamedEvent = {
  /**
   * A job was deleted by another tab, another browser, a program, or the end of its lifetime. An open panel reads it
   * again, and shows that it is not there; the panel in which it is being deleted waits for its own answer.
   */
  'job-deleted': (client: QueryClient, data: unknown) => {
    const { data: event } = JobDeletedEvent.safeParse(data)
    if (!event) return
    removeFromLists(client, event.jobId)
    if (client.isMutating({ mutationKey: jobDeletionKey(event.jobId) }) > 0) return
    void client.resetQueries({ queryKey: jobQuery(event.jobId).queryKey, exact: true })
  },
  'webhook-disabled': (_client: QueryClient, data: unknown) => {
    const { data: event } = WebhookDisabledEvent.safeParse(data)
    if (event) webhookDisabledEvents.emit(event)
  },
  notice: (_client: QueryClient, data: unknown) => noticeEvents.emit(data),
  work: (_client: QueryClient, data: unknown) => workEvents.emit(data),
  'work-deleted': (_client: QueryClient, data: unknown) => workEvents.emit(data),
}
export type NamedEvent = keyof typeof onNamedEvent
