import type { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { BatchResult } from '@utter/contracts/http/jobs/batch'
import type { AudioAddresses } from '@utter/storage/audio/addresses'
import yazl from 'yazl'
import type { SpeechClient } from '../clients/speech.ts'
import type { ShownJob } from '../domain/job/job.ts'
import { addressOf } from './job-bodies.ts'

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

/**
 * A zip of the sounds, one in flight at a time, and `results.jsonl`. A sound that is gone is left out. It breaks off when speech does not
 * answer, so that no client takes half of it for the whole.
 */
export function zipOf(speech: SpeechClient, jobs: ShownJob[], signing: Signing, signal: AbortSignal): Readable {
  const zip = new yazl.ZipFile()
  const output = zip.outputStream as Readable
  const fill = async () => {
    const results: BatchResult[] = []
    for (const job of jobs) {
      const sound = job.status === 'completed' ? await speech.sound(job.sameAs ?? job._id, signal) : undefined
      if (sound) {
        // An mp3 is no smaller when compressed.
        zip.addReadStream(sound, fileName(job), { compress: false, mtime: job.completedAt ?? job.updatedAt })
        await finished(sound)
      }
      results.push({ ...resultOf(job, signing), ...(sound && { file: fileName(job) }) })
    }
    zip.addBuffer(Buffer.from(jsonLines(results)), 'results.jsonl', { mtime: signing.now })
    zip.end()
  }
  // The first sound may fail before the answer is on its way, and nobody listens yet.
  output.on('error', () => {})
  fill().catch((error) => output.destroy(error as Error))
  return output
}
