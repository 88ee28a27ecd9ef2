import type { TraceStage } from '@utter/contracts/http/jobs/job-trace'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { counted } from '../../../lib/format/counted.ts'
import { soundLength } from '../../../lib/format/times.ts'
import { t } from '../../../lib/language/words.ts'

/** The line below a stage: its result, its amount of work, its model, and its starts where there was more than one. */
export function noteOf(job: JobView, name: TraceStage['stage']): string | undefined {
  if (name === 'speech' && job.cached) return t('From the cache, free')
  const stage = job.trace.find((one) => one.stage === name)
  if (!stage) return undefined
  const { tries, provider, model, tokens, characters, recordings } = stage
  const parts = [
    name === 'speech' &&
      job.durationMs !== undefined &&
      t('{length} of audio', { length: soundLength(job.durationMs) }),
    name === 'delivery' && job.webhookDelivered && t('Delivered to the webhook'),
    tokens !== undefined && counted(tokens, 'token'),
    characters !== undefined && counted(characters, 'character'),
    recordings !== undefined && counted(recordings, 'recording'),
    [provider, model].filter(Boolean).join(' '),
    tries > 1 && counted(tries, 'try', 'tries'),
  ]
  return parts.filter(Boolean).join(' · ') || undefined
}
