import { LRUCache } from 'lru-cache'

/** Voices whose speed is remembered. */
const maxVoices = 200
/** The unit of a text's length, which makes a start and a unit of about the same weight. */
const unitCharacters = 100
/** The part of an error that a further measurement mends. */
const mended = 0.4
/** The quick voice of a machine with two cores. */
const quick: Speed = { startMs: 1_000, unitMs: 1_000 }

/** Time from a voice's start to the stored sound, and for each 100 characters. */
type Speed = { startMs: number; unitMs: number }

/**
 * How long each voice takes for a text: a straight line, moved towards each measurement by a part of its error (normalised least mean
 * squares). A voice that was not heard yet is taken to be as quick as the others.
 */
export class VoiceSpeeds {
  readonly #voices = new LRUCache<string, Speed>({ max: maxVoices })
  #all = quick

  msOf(voiceId: string, characters: number): number {
    return msBy(this.#voices.get(voiceId) ?? this.#all, characters / unitCharacters)
  }

  spoke(voiceId: string, ms: number, characters: number): void {
    const units = characters / unitCharacters
    const known = this.#voices.get(voiceId)
    // Its first says more than all that others did.
    this.#voices.set(voiceId, known ? towards(known, ms, units, mended) : towards(this.#all, ms, units, 1))
    this.#all = towards(this.#all, ms, units, mended)
  }
}

const msBy = ({ startMs, unitMs }: Speed, units: number) => startMs + units * unitMs

function towards(speed: Speed, ms: number, units: number, part: number): Speed {
  const step = (part * (ms - msBy(speed, units))) / (1 + units * units)
  return { startMs: Math.max(0, speed.startMs + step), unitMs: Math.max(0, speed.unitMs + units * step) }
}
