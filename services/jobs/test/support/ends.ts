import { AudioStored } from '@utter/contracts/events/audio-stored'
import { ChatStarted } from '@utter/contracts/events/chat-started'
import { ReplyWritten } from '@utter/contracts/events/reply-written'
import { SpeechStarted } from '@utter/contracts/events/speech-started'
import { isFinal } from '@utter/contracts/jobs'
import { audio, type Conductor } from './open-lifecycle.ts'

/** The rest of a job's road, as workers that find nothing amiss report it. */
export async function complete(conductor: Conductor, userId: string, jobId: string): Promise<void> {
  const { attempt, rank } = await conductor.read(userId, jobId)
  if (rank < 2) {
    await conductor.hear(ChatStarted, userId, { jobId, attempt })
    await conductor.hear(ReplyWritten, userId, { jobId, attempt, reply: 'Well', tokens: 1, model: 'm' })
  }
  await conductor.hear(SpeechStarted, userId, { jobId, attempt })
  await conductor.hear(AudioStored, userId, { jobId, attempt, audio })
}

/** All jobs of the account, as they get their places. */
export async function completeAll(conductor: Conductor, userId: string): Promise<void> {
  for (let turn = 0; turn < 200; turn++) {
    const { places } = await conductor.allowance(userId)
    const onTheRoad: string[] = []
    for (const { id } of places) {
      const job = await conductor.deps.jobs.read(userId, id)
      if (job?.queue === 'road' && !isFinal(job.status)) onTheRoad.push(id)
    }
    if (onTheRoad.length === 0) return
    for (const id of onTheRoad) await complete(conductor, userId, id)
  }
  throw new Error('the jobs of the account have no end')
}
