import { runOf, sha256Of } from '@utter/provenance/sound-runs'
import type { Statements } from '@utter/provenance/statements'
import { soundTag } from '@utter/provenance/write-tag'

/** Bytes of the frame with the length, which `mp3File` puts before the frames of sound: as many as each of them has. */
const headFrameBytes = 384

type Spoken = {
  jobId: string
  /** As its voice has spoken it. */
  text: string
  voice: string
  provider?: string | undefined
  /** An instant. */
  at: string
}
type TaggedMp3 = { mp3: Buffer; headBytes: number; framesHash: string }

/**
 * An mp3 of `mp3File` behind a tag that says that a machine has spoken it, and states, signed, what follows it. Written once, when the sound is stored, so that each
 * copy and each range of it has it. `headBytes`: tag, and frame with the length.
 */
export function taggedMp3(
  mp3: Buffer,
  { jobId, text, voice, provider, at }: Spoken,
  statements: Pick<Statements, 'sign'>,
): TaggedMp3 {
  const [head, frames] = [mp3.subarray(0, headFrameBytes), mp3.subarray(headFrameBytes)]
  const statement = statements.sign({
    v: 1,
    kind: 'sound',
    job: jobId,
    ...(provider !== undefined && { provider }),
    voice,
    textHash: sha256Of(text),
    sound: [head, frames].filter(({ length }) => length > 0).map(runOf),
    at,
  })
  const tag = soundTag({ generated: `Utter, voice ${voice}, job ${jobId}`, statement })
  return { mp3: Buffer.concat([tag, mp3]), headBytes: tag.length + head.length, framesHash: sha256Of(frames) }
}
