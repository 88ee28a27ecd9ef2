import { ttsDefaults } from '@utter/contracts/jobs'
import type { VoiceSettings } from '../domain/voice.ts'

/** How freely a Piper voice speaks: `noiseScale` moves its tone, `noiseScaleW` the length of its sounds. Piper's own are 0.667 and 0.8. */
export type Expression = { noiseScale: number; noiseScaleW: number }

const byStability = [1, 0.667, 0.333]
const byStyle = [0.8, 0.9, 1]
const third = (value: number) => Math.min(2, Math.floor(value * 3))

/**
 * Stability works against the tone's freedom, style for the rhythm's; the defaults (0.5 and 0.2) give Piper's own values.
 * Three degrees each, since the voice takes them when it is loaded and every combination is a copy of it in memory.
 * `similarityBoost` and `speakerBoost` have no counterpart: they are about likeness to a cloned speaker, and there is none.
 */
export function expressionOf({ stability, style }: VoiceSettings): Expression {
  return { noiseScale: byStability[third(stability)] ?? 0.667, noiseScaleW: byStyle[third(style)] ?? 0.8 }
}

/** How widely a voice's pitch moves around its middle, as a factor: stability narrows it, style widens it, from 0.48 to 1.88; the defaults are 1. */
export const pitchSpreadOf = ({ stability, style }: VoiceSettings): number =>
  1 + 0.8 * (ttsDefaults.stability - stability) + 0.6 * (style - ttsDefaults.style)
