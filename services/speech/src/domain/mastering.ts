import type { Mastered } from './mastering-thread.ts'
import { openThread } from './thread.ts'

/** One mp3 and what the platform tells of it; `peaks` are about 120 values 0..1 for the player's outline. */
export type MasteredClip = { mp3: Buffer; durationMs: number; lufs: number; truePeakDb: number; peaks: number[] }

// One thread for the process: mastering takes about a twentieth of the clip's length, the local voice three times that.
const thread = openThread<{ samples: Float32Array; sampleRate: number }, Mastered>(
  new URL('./mastering-thread.ts', import.meta.url),
)

/**
 * Speech as one mp3, ready to be delivered: 48 kHz, 128 kbit/s constant, −16 LUFS ± 0.5 measured on the mp3 (EBU R 128), true
 * peak at most −1 dBTP, 50 ms of silence before it and at least 150 ms after it, one second or longer.
 * `samples` are mono, −1..1, of any rate. Throws a passing `VendorError` `silent_speech` where there is nothing to hear.
 */
export async function master(
  pcm: { samples: Float32Array; sampleRate: number },
  { signal }: { signal: AbortSignal },
): Promise<MasteredClip> {
  const { mp3, ...about } = await thread.call(pcm, { signal })
  return { mp3: Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength), ...about }
}
