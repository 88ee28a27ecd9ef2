import type { Mastered } from './mastering-thread.ts'
import { openThread } from './thread.ts'

/** One mp3 and what the platform tells of it; `peaks` are about 120 values 0..1 for the player's outline. */
export type MasteredClip = { mp3: Buffer; durationMs: number; lufs: number; truePeakDb: number; peaks: number[] }

// One thread for the process: mastering takes about a twentieth of the clip's length, the local voice three times that.
const thread = openThread<{ samples: Float32Array; sampleRate: number }, Mastered>(
  new URL('./mastering-thread.ts', import.meta.url),
)

const leadMs = 50
const tailMs = 150
/** A meter hears in blocks of 400 ms; a single short word gets silence after it until there are a few. */
const shortestMs = 1000

/**
 * Speech as one mp3, ready to be delivered: 48 kHz, 128 kbit/s constant, −16 LUFS ± 0.5 measured on the mp3 (EBU R 128), true
 * peak at most −1 dBTP, 50 ms of silence before it and at least 150 ms after it, one second or longer.
 * `samples` are mono, −1..1, of any rate. Throws a passing `VendorError` `silent_speech` where there is nothing to hear.
 */
export async function master(
  pcm: { samples: Float32Array; sampleRate: number },
  { signal }: { signal: AbortSignal },
): Promise<MasteredClip> {
  const room = padded(pcm)
  const { mp3, ...about } = await thread.call(room, { signal, transfer: [room.samples.buffer] })
  return { mp3: Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength), ...about }
}

/** A copy with room before and after the speech, so that no player's fade or codec's edge touches it. */
function padded({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }) {
  const inSamples = (ms: number) => Math.round((ms * sampleRate) / 1000)
  const lead = inSamples(leadMs)
  const room = new Float32Array(Math.max(lead + samples.length + inSamples(tailMs), inSamples(shortestMs)))
  room.set(samples, lead)
  return { samples: room, sampleRate }
}
