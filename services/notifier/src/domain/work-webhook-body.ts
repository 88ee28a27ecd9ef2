import type { WorkView } from '@utter/contracts/http/works/views'
import type { WorkWebhookEvent } from '@utter/contracts/http/works/webhook-event'
import type { Delivery } from './delivery.ts'
import { typeOf } from './delivery-view.ts'

type Told = Pick<Delivery, 'jobId' | 'chapterId' | 'revision' | 'pausedFor' | 'outcome' | 'at' | 'createdAt'>

/**
 * The body of a webhook about a work, or about its chapter. Undefined: the work does not have the chapter.
 * @param publicUrl begins the address of the audio, which is relative in the view
 */
export function workWebhookBody(delivery: Told, work: WorkView, publicUrl: string): WorkWebhookEvent | undefined {
  const { chapterId, pausedFor, outcome, at, createdAt } = delivery
  if (outcome === 'noticed') return undefined
  const chapter = chapterId === undefined ? undefined : chapterOf(delivery, work, publicUrl)
  if (chapterId !== undefined && !chapter) return undefined
  return {
    type: typeOf(delivery) as WorkWebhookEvent['type'],
    timestamp: (at ?? createdAt).toISOString(),
    data: {
      workId: work.workId,
      requestId: work.requestId,
      title: work.title,
      // A message about the work as a whole has the state that it is about, whatever became of it since.
      state: chapter ? work.state : outcome,
      ...(pausedFor !== undefined && { reason: pausedFor }),
      progress: work.progress,
      characters: work.characters,
      calls: work.calls,
      durationMs: work.durationMs,
      ...(chapter && { chapter }),
    },
  }
}

function chapterOf(
  { chapterId, revision = 1, outcome }: Told,
  { chapters }: WorkView,
  publicUrl: string,
): WorkWebhookEvent['data']['chapter'] {
  const position = chapters.findIndex((one) => one.chapterId === chapterId)
  const row = chapters[position]
  if (!row || outcome === 'paused' || outcome === 'noticed') return undefined
  const { title, durationMs, audioUrl, error } = row
  return {
    ...{ chapterId: row.chapterId, title, position, revision, state: outcome },
    ...(durationMs !== undefined && { durationMs }),
    ...(audioUrl !== undefined && { audioUrl: new URL(audioUrl, publicUrl).href }),
    ...(outcome === 'failed' && error !== undefined && { error }),
  }
}
