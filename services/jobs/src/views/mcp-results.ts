import { buffer } from 'node:stream/consumers'
import type { CallToolResult, ContentBlock } from '@modelcontextprotocol/server'
import type { VoiceView } from '@utter/contracts/http/voices'
import type { Deps } from '../deps.ts'
import type { ShownJob } from '../domain/job/job.ts'
import type { JobOutput, VoicesOutput } from '../domain/mcp-tools.ts'
import { addressOf } from './job-bodies.ts'

/** Milliseconds of the longest sound that a result holds whole, about 500 kB in base64: longer ones are a link, for clients keep results in memory. */
const maxHeldMs = 30_000
/** Whole bytes of one that is held, whatever its length is said to be. */
const maxHeldBytes = 1024 * 1024
const transferMs = 10_000

type ResultDeps = Pick<Deps, 'audio' | 'clock' | 'publicUrl' | 'speech'>

/**
 * A job as the result of a tool: the sound to be played, or a link to it, and what is known of it.
 * @param warnings of the call that has submitted it
 */
export async function resultOfJob(deps: ResultDeps, job: ShownJob, warnings: string[] = []): Promise<CallToolResult> {
  const { audioUrl } = addressOf(job, { audio: deps.audio, now: deps.clock.now() })
  const output: JobOutput = {
    jobId: job._id,
    status: job.status,
    progress: job.progress,
    voice: job.voiceId,
    cached: job.cached,
    ...(job.aiResponse !== undefined && { reply: job.aiResponse }),
    ...(audioUrl && { audioUrl: new URL(audioUrl, deps.publicUrl).href }),
    ...(job.audio && { durationMs: job.audio.durationMs }),
    ...(job.audio?.pcmHash !== undefined && { pcmHash: job.audio.pcmHash }),
    ...(job.work?.speech?.checked && { checked: job.work.speech.checked }),
    ...(warnings.length > 0 && { warnings }),
    ...(job.error !== undefined && { error: job.error }),
    ...(job.code !== undefined && { code: job.code }),
  }
  const sound = output.audioUrl === undefined ? [] : [await soundOf(deps, job, output.audioUrl)]
  return { content: [...sound, { type: 'text', text: JSON.stringify(output) }], structuredContent: output }
}

async function soundOf(deps: ResultDeps, job: ShownJob, address: string): Promise<ContentBlock> {
  const link = { type: 'resource_link', uri: address, name: `${job._id}.mp3`, mimeType: 'audio/mpeg' } as const
  if (!job.audio || job.audio.durationMs > maxHeldMs) return link
  try {
    const sound = await deps.speech.sound(job.sameAs ?? job._id, AbortSignal.timeout(transferMs))
    const bytes = sound && (await buffer(sound))
    if (!bytes || bytes.length > maxHeldBytes) return link
    return { type: 'audio', data: bytes.toString('base64'), mimeType: 'audio/mpeg' }
  } catch {
    // The job is done: what is known of it is told all the same.
    return link
  }
}

/** @param own the account's own voices: their samples are for a login, so a program is told of none */
export function resultOfVoices(
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  open: VoiceView[],
  own: VoiceView[],
): CallToolResult {
  const told = ({ id, name, description, languages, speedClass }: VoiceView) => ({
    ...{ id, name, description, languages, speedClass },
  })
  const output: VoicesOutput = {
    voices: [
      ...open.map((voice) => ({ ...told(voice), sampleUrl: new URL(voice.sampleUrl, publicUrl).href })),
      ...own.map((voice) => ({ ...told(voice), own: true })),
    ],
  }
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: output }
}
