import { randomUUID } from 'node:crypto'
import { TtsRequest } from '@utter/contracts/http/jobs/job-request'
import { identityOf } from '@utter/http/identity'
import type { Job } from '../../domain/job/job.ts'
import { newJob } from '../../domain/job/new-job.ts'
import { JobOutput, ReplyInput, SpeakInput, type ToolSubmission } from '../../domain/mcp-tools.ts'
import { idleFieldsOf } from '../../domain/voice/idle-fields.ts'
import { untilEnded } from '../../lifecycle/submit/until-ended.ts'
import { resultOfJob } from '../../views/mcp-results.ts'
import { failureOf } from '../clients-words.ts'
import { submitDraft } from '../submission.ts'
import type { Tool, ToolCall } from './tool.ts'

const ending =
  'Takes some seconds. When it is not done by then, the result has its `jobId`: ask for it with the tool `job`.'

export const speak: Tool<typeof SpeakInput> = {
  name: 'speak',
  title: 'Speak a text',
  description: `Speaks a text as it is, and gives the sound as mp3. ${ending}`,
  scopes: ['jobs:write'],
  input: SpeakInput,
  output: JobOutput,
  run: (input, call) => submitted('tts', input, call),
}

export const reply: Tool<typeof ReplyInput> = {
  name: 'reply',
  title: 'Answer a text, and speak the answer',
  description: `Has a chat model write a reply to a text, and speaks that: the result has its words, and the sound as mp3. ${ending}`,
  // Its result has what was written.
  scopes: ['jobs:write', 'jobs:read'],
  input: ReplyInput,
  output: JobOutput,
  run: (input, call) => submitted('reply', input, call),
}

/** A job as any other, waited for. A client that leaves does not cancel it. */
async function submitted(
  kind: Job['kind'],
  { text, voice, speed, requestId = `mcp-${randomUUID()}`, ...more }: ToolSubmission,
  { deps, request, reply, tellProgress }: ToolCall,
) {
  const { userId, keyId } = identityOf(request)
  const ttsSettings = speed === undefined ? {} : { ttsSettings: { speed } }
  const wanted = TtsRequest.parse({ userText: text, voiceId: voice, requestId, ...ttsSettings, ...more })
  const draft = newJob(kind, userId, wanted, randomUUID(), deps.clock.now(), keyId)
  const { job } = await submitDraft(deps, request, draft)
  const isGone = () => reply.raw.destroyed
  const present = await untilEnded(deps, job, deps.beginSpeechSeconds, isGone, ({ progress, status }) =>
    tellProgress(progress, status),
  )
  if (present.status === 'failed') throw failureOf(present)
  return resultOfJob(deps, present, idleFieldsOf(draft, deps.versions()))
}
