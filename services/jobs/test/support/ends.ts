import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { isFinal } from '@utter/contracts/jobs'
import { audio, type Lifecycle } from './open-lifecycle.ts'

/** The rest of a job's lifecycle, as workers that find nothing amiss report it. */
export async function complete(lifecycle: Lifecycle, userId: string, jobId: string): Promise<void> {
  const { attempt, rank } = await lifecycle.read(userId, jobId)
  if (rank < 2) {
    await lifecycle.handle(ChatStarted, userId, { jobId, attempt })
    await lifecycle.handle(ReplyWritten, userId, { jobId, attempt, reply: 'Well', tokens: 1, model: 'm' })
  }
  await lifecycle.handle(SpeechStarted, userId, { jobId, attempt })
  await lifecycle.handle(AudioStored, userId, { jobId, attempt, audio })
}

/** Completes all jobs of the account, as they become active. */
export async function completeAll(lifecycle: Lifecycle, userId: string): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const { active } = await lifecycle.allowance(userId)
    const started: string[] = []
    for (const { id } of active) {
      const job = await lifecycle.deps.jobs.read(userId, id)
      if (job?.queue === 'active' && !isFinal(job.status)) started.push(id)
    }
    if (started.length === 0) return
    for (const id of started) await complete(lifecycle, userId, id)
  }
  throw new Error('the jobs of the account have no end')
}
