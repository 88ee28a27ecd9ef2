import { VendorError } from '@utter/contracts/vendor-error'
import { completenessOf } from './completeness.ts'
import { joinSamples } from './join-samples.ts'
import type { SpokenChunk } from './voice.ts'

/** Progress is reported each time this part of the text has been spoken. */
const reportEvery = 0.2
/** Attempts at a piece: a voice that leaves a part out this often does so each time. */
const maxTakes = 3

/** Mono samples, −1..1. */
export type Recording = { samples: Float32Array; sampleRate: number }
/** `recordings`: pieces that were spoken, those spoken again too. */
export type Recorded = Recording & { recordings: number }
type Speak = (text: string) => AsyncIterable<SpokenChunk>

/**
 * The text, spoken whole. Each piece is checked for silence, a cut end and far too short a time, and spoken again alone: the pieces
 * before it are not paid for twice.
 * @throws VendorError transient `empty_speech` when nothing came; permanent `text_left_out` when a piece is incomplete each time
 */
export async function record(
  speak: Speak,
  { text, onDone }: { text: string; onDone(done: number): void },
): Promise<Recorded> {
  const parts: Float32Array[] = []
  let sampleRate = 0
  let reported = 0
  let recordings = 0
  for await (const chunk of speak(text)) {
    sampleRate = chunk.sampleRate
    const { samples, takes } = await completeTake(speak, chunk)
    recordings += takes
    parts.push(samples, pauseOf(chunk))
    if (chunk.done - reported >= reportEvery || chunk.done === 1) {
      reported = chunk.done
      onDone(chunk.done)
    }
  }
  const samples = joinSamples(parts)
  if (samples.length === 0) throw new VendorError('transient', 'empty_speech', 'The voice said nothing')
  // Pieces of a word or two are too short to be checked each.
  if (!isComplete(text, samples, sampleRate)) throw leftOut()
  return { samples, sampleRate, recordings }
}

async function completeTake(
  speak: Speak,
  { text, samples, sampleRate }: SpokenChunk,
): Promise<{ samples: Float32Array; takes: number }> {
  let taken = samples
  let take = 1
  for (; !isComplete(text, taken, sampleRate); take++) {
    if (take === maxTakes) throw leftOut()
    const parts: Float32Array[] = []
    for await (const chunk of speak(text)) parts.push(chunk.samples, pauseOf(chunk))
    taken = joinSamples(parts)
  }
  return { samples: taken, takes: take }
}

const leftOut = () => new VendorError('permanent', 'text_left_out', 'The voice left out a part of the text')

const isComplete = (text: string, samples: Float32Array, sampleRate: number): boolean =>
  completenessOf({ text, durationMs: (samples.length / sampleRate) * 1_000, samples }).ok

const pauseOf = ({ pauseMs, sampleRate }: SpokenChunk) => new Float32Array(Math.round((pauseMs * sampleRate) / 1_000))
