import type { TraceStage } from '@utter/contracts/http/jobs/job-trace'
import type { Job, TimelineStep } from './job.ts'

type Traced = Pick<Job, 'timeline' | 'work' | 'cached' | 'webhookAttempts'> & Partial<Pick<Job, 'delivery'>>
type Span = { startedAt: Date; endedAt?: Date | undefined }

/**
 * The stages that a job has started, from its timeline and its workers' reports. A stage whose start report was lost
 * begins with its end. The time at which mastering began is by a worker's clock: it is kept within the timeline's
 * times.
 */
export function traceOf({ timeline, work, cached, webhookAttempts, delivery }: Traced): TraceStage[] {
  const stages: TraceStage[] = []
  const add = (stage: TraceStage['stage'], span: Span, rest: Omit<TraceStage, 'stage' | 'startedAt'>) =>
    stages.push({ stage, ...shown(span), ...rest })
  const of = (step: string) => timeline.filter((entry) => entry.step === step)
  const first = (step: string) => of(step)[0]?.at
  const [submitted, endedAt] = [timeline[0]?.at, timeline.find(isEnd)?.at]
  const [chatStarted, written, speechStarted] = [first('chat-started'), first('reply-written'), first('speech-started')]
  const completed = first('completed')

  if (submitted && !cached) {
    add('waiting', { startedAt: submitted, endedAt: chatStarted ?? written ?? speechStarted ?? endedAt }, { tries: 1 })
    const chat = chatStarted ?? written
    if (chat) {
      const { provider, model, tokens } = work?.chat ?? {}
      const span = { startedAt: chat, endedAt: written ?? endedAt }
      add('chat', span, { tries: triesOf(of('chat-started')), ...given({ provider, model, tokens }) })
    }
    const speech = speechStarted ?? completed
    if (speech) {
      const { provider, model, voice, characters, recordings, checked, workMs, storingAt } = work?.speech ?? {}
      const storing = completed && storingAt ? within(new Date(storingAt), speech, completed) : undefined
      const span = { startedAt: speech, endedAt: storing ?? endedAt }
      add('speech', span, {
        ...{ tries: triesOf(of('speech-started')) },
        ...given({ provider, model, voice, characters, recordings, checked, workMs }),
      })
      if (storing) add('storing', { startedAt: storing, endedAt: completed }, { tries: 1 })
    }
  }
  if (delivery) add('delivery', delivery, { tries: webhookAttempts })
  return stages
}

const isEnd = ({ status }: TimelineStep) => status === 'completed' || status === 'failed'
const triesOf = (starts: TimelineStep[]) => Math.max(1, starts.length)
const within = (at: Date, from: Date, to: Date) => (at < from ? from : at > to ? to : at)

const shown = ({ startedAt, endedAt }: Span) => ({
  startedAt: startedAt.toISOString(),
  ...(endedAt && { endedAt: endedAt.toISOString(), ms: endedAt.getTime() - startedAt.getTime() }),
})

/** The fields that are known. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
