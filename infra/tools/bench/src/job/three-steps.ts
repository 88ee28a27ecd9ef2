import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Job } from '@utter/jobs/domain/job/job'
import { openSameWrites } from '../same-writes.ts'

/** A step of a job, as a queue holds it. */
export type Step = { id: string; userId: string; text: string }
export const stepNames = ['chat', 'speech', 'apply'] as const
export type StepName = (typeof stepNames)[number]

/**
 * The job of a peer, for any queue: its writes are those of ours, one for one, and the vendors answer at once.
 * @param database in which it writes, with the indexes of jobs
 * @param send puts a step into its queue
 */
export async function openThreeSteps(
  { mongoUrl, database }: { mongoUrl: string; database: string },
  send: (name: StepName, step: Step) => Promise<unknown>,
) {
  const writes = await openSameWrites(mongoUrl, database, 'jobs')
  const steps: Record<StepName, (step: Step) => Promise<unknown>> = {
    async chat(step) {
      await writes.claim(step.id, 'chat')
      await writes.step(step.id, { status: 'processing', rank: 1, progress: 10, startedAttempt: 1 })
      await writes.finish(step.id, 'chat')
      await writes.step(step.id, { rank: 2, progress: 40, startedAttempt: 0, starts: 1, aiResponse: step.text })
      await send('speech', step)
    },
    async speech(step) {
      await writes.claim(step.id, 'speech')
      await writes.step(step.id, { rank: 3, progress: 50, startedAttempt: 1 })
      await writes.finish(step.id, 'speech')
      await send('apply', step)
    },
    async apply({ id, userId }) {
      await writes.end(id)
      await writes.remove(id, userId)
      await writes.markSettled(id)
    },
  }

  async function submit(userId: string, words: string): Promise<Job> {
    const job = await writes.submit(userId, words)
    await writes.take(job)
    await writes.accept(job)
    // As ours: published after the answer, in the background.
    void send('chat', { id: job._id, userId, text: words }).then(() => writes.markPublished(job))
    return job
  }

  return {
    steps,
    /** A plain server that takes jobs. */
    listen(port: number): void {
      createServer({ keepAliveTimeout: 75_000 }, async (request, response) => {
        if (request.method !== 'POST') return response.end()
        const { userId, userText } = JSON.parse(await text(request)) as { userId: string; userText: string }
        const { _id } = await submit(userId, userText)
        response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ jobId: _id }))
      }).listen(port, '127.0.0.1')
    },
  }
}
