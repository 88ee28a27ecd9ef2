import { extentOf } from '../words/spoken-piece.ts'

/** Silence that stays at an end that is cut, so that no sound is touched. */
const marginMs = 15
/** A level below the loudest sample that is silence: an f or an h is as quiet as a few times this. */
const silentLevel = 0.005

type Ends = { begins: boolean; ends: boolean }

/** A clip without the silence at those of its ends that are inside of a clause; `cutMs` is missing at its beginning. */
export function withoutSilence(
  clip: { samples: Float32Array; sampleRate: number },
  { begins, ends }: Ends,
): { samples: Float32Array; cutMs: number } {
  const { samples, sampleRate } = clip
  if (!begins && !ends) return { samples, cutMs: 0 }
  const { startMs, endMs } = extentOf(clip, silentLevel)
  const inSamples = (ms: number) => Math.round((ms * sampleRate) / 1_000)
  const from = begins ? Math.max(0, inSamples(startMs - marginMs)) : 0
  const to = ends ? Math.min(samples.length, inSamples(endMs + marginMs)) : samples.length
  return { samples: samples.slice(from, to), cutMs: (from * 1_000) / sampleRate }
}

/** Milliseconds of a clip before and behind what is heard: a sound that dies away is heard as silence before its end. */
export function quietMsOf(clip: { samples: Float32Array; sampleRate: number }): { headMs: number; tailMs: number } {
  const { startMs, endMs } = extentOf(clip)
  return { headMs: startMs, tailMs: (clip.samples.length * 1_000) / clip.sampleRate - endMs }
}
