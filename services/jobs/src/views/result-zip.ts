import type { Readable } from 'node:stream'
import type { BatchResult } from '@utter/contracts/http/jobs/batch'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import type { SpeechClient } from '../clients/speech.ts'
import type { ShownJob } from '../domain/job/job.ts'
import { addressOf } from './job-bodies.ts'
import { openZip } from './zip.ts'

type Signing = { audio: AudioAddresses; now: Date; publicUrl: string }

/** A job of a batch that has ended, with the absolute address of its sound. */
export function resultOf(job: ShownJob, { publicUrl, ...signing }: Signing): BatchResult {
  const { audioUrl } = addressOf(job, signing)
  return {
    requestId: job.requestId,
    jobId: job._id,
    status: job.status,
    ...(audioUrl && { audioUrl: new URL(audioUrl, publicUrl).href }),
    ...(job.aiResponse !== undefined && { reply: job.aiResponse }),
    ...(job.error !== undefined && { error: job.error }),
  }
}

export const jsonLines = (results: BatchResult[]): string => results.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Longest part of a request id in the name of a file, in characters. */
const maxNamePart = 80

/** Name of a job's file in the zip: unique for any request id, and sorted in the order of the batch. */
const fileName = ({ requestId, batchIndex = 0 }: ShownJob): string =>
  `${String(batchIndex + 1).padStart(3, '0')}-${requestId.replace(/[^\w.-]+/g, '_').slice(0, maxNamePart)}.mp3`

/** A zip of the sounds, and `results.jsonl`. A sound that is gone is left out; while speech does not answer the zip breaks off. */
export const zipOf = (speech: SpeechClient, jobs: ShownJob[], signing: Signing, signal: AbortSignal): Readable =>
  openZip(async (zip) => {
    const results: BatchResult[] = []
    for (const job of jobs) {
      const sound = job.status === 'completed' ? await speech.sound(job.sameAs ?? job._id, signal) : undefined
      if (sound) await zip.sound(fileName(job), sound, job.completedAt ?? job.updatedAt)
      results.push({ ...resultOf(job, signing), ...(sound && { file: fileName(job) }) })
    }
    zip.text('results.jsonl', jsonLines(results), signing.now)
  })
