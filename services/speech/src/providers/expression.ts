import { ttsDefaults } from '@utter/contracts/jobs'
import type { VoiceSettings } from '../domain/voice.ts'

/**
 * How freely a Piper voice speaks: stability works against the noise of its tone (1 to 0.33), style for the noise of its rhythm (0.75 to 1);
 * the defaults (0.5 and 0.2) give Piper's own 0.667 and 0.8. `similarityBoost` and `speakerBoost` have no counterpart: they are about
 * likeness to a cloned speaker, and there is none.
 * @returns Piper's scales: noise, length, noise of the rhythm
 */
export const scalesOf = ({ stability, style, speed }: VoiceSettings): [number, number, number] => [
  0.667 * (1 + ttsDefaults.stability - stability),
  1 / piperSpeed(speed),
  0.8 + (style - ttsDefaults.style) / 4,
]

/**
 * The part of a speed that a Piper voice takes itself; the rest is for the tempo. A sound is not shorter than one frame of the model (12 ms), so
 * that twice as fast would be 1.6 times.
 */
export const piperSpeed = (speed = 1): number => Math.min(speed, 1.2)

/** How widely a voice's pitch moves around its middle, as a factor: stability narrows it, style widens it, from 0.48 to 1.88; the defaults are 1. */
export const pitchSpreadOf = ({ stability, style }: VoiceSettings): number =>
  1 + 0.8 * (ttsDefaults.stability - stability) + 0.6 * (style - ttsDefaults.style)
