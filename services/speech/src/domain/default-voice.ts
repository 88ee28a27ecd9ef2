import type { Voice } from './voice.ts'

/** Time for a second of speech, in seconds, up to which a natural voice is quick enough to be what a newcomer hears. */
export const maxRealTimeFactor = 0.8

/**
 * The id of the voice that `default` is: the best natural one where this machine speaks it quickly enough, else the best quick one.
 * @param voices the better one first
 * @param realTimeFactor of the natural voices; undefined where there are none
 */
export function bestVoiceId(
  voices: Pick<Voice, 'id' | 'speedClass'>[],
  realTimeFactor: number | undefined,
): string | undefined {
  const isQuickEnough = realTimeFactor !== undefined && realTimeFactor <= maxRealTimeFactor
  const wanted = isQuickEnough ? 'natural' : 'quick'
  return (voices.find(({ speedClass }) => speedClass === wanted) ?? voices[0])?.id
}

export type Speeds = {
  /**
   * Time that a model takes for a second of speech, in seconds, as the first replica has measured it: all replicas agree on it, and so on
   * which voice is the default.
   */
  find(model: string, measure: () => Promise<number>, now: Date): Promise<number>
  /** The same of all models that were measured, by model. */
  all(): Promise<Record<string, number>>
}
