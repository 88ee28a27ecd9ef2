import { randomUUID } from 'node:crypto'
import type { AudioRef } from '@utter/contracts/jobs'
import { openClaims } from '@utter/storage/claims'
import mongoose from 'mongoose'
import { requestedStep } from '../requested-step.ts'
import { testTarget } from '../setup/operator.ts'
import { testAudio } from '../setup/stores.ts'

/** The data of a worker's reports of a job, by the type of the event. */
export type ForgedResults = { kind: 'reply' | 'tts'; steps: Record<string, object> }

/**
 * Does the work of these jobs in the place of frozen workers: claims with results, and files. Reports of the jobs are
 * then true, in any order, and a worker that goes on finds its work done.
 */
export async function forgeResults(userId: string): Promise<Map<string, ForgedResults>> {
  const url = (await testTarget()).run.backing.MONGO_URL ?? ''
  const open = (dbName: string) => mongoose.createConnection(url, { dbName, autoCreate: false }).asPromise()
  const [jobs, chat, speech] = await Promise.all(['jobs', 'chat', 'speech'].map(open))
  if (!jobs || !chat || !speech) throw new Error('the stores are unavailable')
  const [written, spoken] = [
    await openClaims<{ text: string; tokens: number; model: string }>(chat),
    await openClaims<AudioRef>(speech),
  ]
  const files = await testAudio()
  const works = new Map<string, ForgedResults>()
  for (const { _id: jobId, kind } of await jobs
    .collection<{ _id: string; kind: 'reply' | 'tts' }>('jobs')
    .find({ userId })
    .toArray()) {
    const owner = randomUUID()
    const reply = { text: 'That is a good question.', tokens: 5, model: 'm' }
    const audio = { name: `${jobId}.${owner}.mp3`, sizeBytes: 3, durationMs: 1_000, peaks: [0.5] }
    if (kind === 'reply') {
      await written.take(requestedStep({ userId, jobId, stage: 'chat' }), owner)
      await written.finish({ userId, jobId, stage: 'chat' }, owner, { value: reply })
    }
    await files.write(audio.name, Buffer.from('mp3'))
    await spoken.take(requestedStep({ userId, jobId, stage: 'speech' }), owner)
    await spoken.finish({ userId, jobId, stage: 'speech' }, owner, { value: audio })
    const step = { jobId, attempt: 1 }
    works.set(jobId, {
      kind,
      steps: {
        'chat-started': step,
        'reply-written': { ...step, reply: reply.text, tokens: reply.tokens, model: reply.model },
        'speech-started': step,
        'speech-progressed': { ...step, done: 0.5 },
        'audio-stored': { ...step, audio },
      },
    })
  }
  await Promise.all([jobs, chat, speech].map((connection) => connection.close()))
  return works
}
