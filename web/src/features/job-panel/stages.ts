import type { JobView } from '@utter/contracts/http/job-views'
import { isFinal, progress } from '@utter/contracts/jobs'

/** Milliseconds are counted from the job's submission. */
export interface Segment {
  kind: 'work' | 'failed' | 'pause'
  fromMs: number
  toMs: number
}

export interface Stage {
  name: 'Waiting' | 'Chat' | 'Speech' | 'Storing' | 'Delivery'
  state: 'done' | 'running' | 'failed' | 'skipped' | 'to come'
  /** Tries and the pauses between them; none where no time is known. */
  segments: Segment[]
  note?: string | undefined
}

type Entry = JobView['timeline'][number] & { ms: number }

/** The five stages of a job by its timeline, as of `now`. */
export function stagesOf(job: JobView, now: number): Stage[] {
  const start = Date.parse(job.createdAt)
  const entries = job.timeline.map((entry) => ({ ...entry, ms: Date.parse(entry.at) - start }))
  const nowMs = Math.max(now - start, entries.at(-1)?.ms ?? 0)
  const hasEnded = isFinal(job.status)
  const isSpoken = ({ step, progress: percent }: Entry) =>
    step === 'completed' || (step === 'speech-progressed' && percent >= progress.spoken)

  const chat = triesOf(entries, 'chat-started', ({ step }) => step === 'reply-written', nowMs)
  const speech = triesOf(entries, 'speech-started', isSpoken, nowMs)
  const isStarted = chat.segments.length > 0 || speech.segments.length > 0
  const isSpeechAlone = chat.state === 'to come' && (isStarted || job.status === 'completed')
  const tries = speech.segments.filter(({ kind }) => kind !== 'pause').length
  return [
    waiting(entries, nowMs, hasEnded),
    { name: 'Chat', ...chat, ...(isSpeechAlone && { state: 'skipped' }) },
    {
      name: 'Speech',
      ...speech,
      ...(job.cached && { state: 'skipped' }),
      note: job.cached ? 'From the cache, free' : noteOf(job.durationMs, tries),
    },
    storing(entries.find(isSpoken), entries, nowMs, job.cached),
    delivery(job),
  ]
}

/** Until a stage begins. */
function waiting(entries: Entry[], nowMs: number, hasEnded: boolean): Stage {
  const next = entries.find(({ step }) =>
    ['chat-started', 'speech-started', 'reply-written', 'completed'].includes(step),
  )
  const toMs = next?.ms ?? (hasEnded ? (entries.at(-1)?.ms ?? 0) : nowMs)
  const state = next ? 'done' : hasEnded ? 'failed' : 'running'
  return { name: 'Waiting', state, segments: [{ kind: state === 'failed' ? 'failed' : 'work', fromMs: 0, toMs }] }
}

/** A start after a start, or a postponement, shows that the try before it has failed. */
function triesOf(entries: Entry[], start: string, isDone: (entry: Entry) => boolean, nowMs: number) {
  const segments: Segment[] = []
  let state: Stage['state'] = 'to come'
  let startedMs: number | undefined
  const close = (kind: Segment['kind'], toMs: number) => {
    if (startedMs !== undefined) segments.push({ kind, fromMs: startedMs, toMs })
    startedMs = undefined
  }
  for (const entry of entries) {
    if (entry.step === start) {
      close('failed', entry.ms)
      const before = segments.at(-1)
      if (before && before.toMs < entry.ms) segments.push({ kind: 'pause', fromMs: before.toMs, toMs: entry.ms })
      startedMs = entry.ms
      state = 'running'
    } else if (isDone(entry)) {
      close('work', entry.ms)
      return { state: 'done' as const, segments }
    } else if (entry.step === 'step-postponed') close('failed', entry.ms)
    else if (entry.step === 'failed' && state === 'running') {
      close('failed', entry.ms)
      return { state: 'failed' as const, segments }
    }
  }
  close('work', nowMs)
  return { state, segments }
}

function storing(spoken: Entry | undefined, entries: Entry[], nowMs: number, isCached: boolean): Stage {
  const stored = entries.find(({ step }) => step === 'completed')
  const failed = entries.find(({ step }) => step === 'failed')
  const name = 'Storing'
  if (isCached) return { name, state: 'skipped', segments: [] }
  if (!spoken) return { name, state: 'to come', segments: [] }
  if (stored === spoken) return { name, state: 'done', segments: [] }
  const end = stored ?? failed
  const state = stored ? 'done' : failed ? 'failed' : 'running'
  return {
    name,
    state,
    segments: [{ kind: state === 'failed' ? 'failed' : 'work', fromMs: spoken.ms, toMs: end?.ms ?? nowMs }],
  }
}

/** Without a webhook, its own or its account's, a job is delivered as soon as it is stored. */
function delivery({ status, webhookUrl, webhookAttempts, webhookDelivered }: JobView): Stage {
  const hasWebhook = webhookUrl !== undefined || webhookAttempts > 0
  const isDone = status === 'completed' && (!hasWebhook || webhookDelivered)
  return {
    name: 'Delivery',
    state: isDone ? 'done' : 'to come',
    segments: [],
    note: isDone && hasWebhook ? 'Delivered to the webhook' : undefined,
  }
}

function noteOf(durationMs: number | undefined, tries: number): string | undefined {
  const parts = [
    tries > 1 ? `${tries} tries` : undefined,
    durationMs !== undefined ? `${Math.round(durationMs / 1_000)} s of audio` : undefined,
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}
