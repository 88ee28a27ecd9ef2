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
/** `recordings`: pieces that were spoken, those spoken again too. `tempo`: the factor by which all of it must still be quickened. */
export type Recorded = Recording & { recordings: number; tempo: number }
type Speak = (text: string) => AsyncIterable<SpokenChunk>

/**
 * The text, spoken whole. Each piece is checked for silence, a cut end and far too short a time, and spoken again alone: the pieces
 * before it are not paid for twice.
 * @throws VendorError transient `empty_speech` when nothing came; permanent `text_left_out` when a piece is incomplete each time
 */
export async function record(
  speak: Speak,
  { text, speed = 1, onDone }: { text: string; speed?: number | undefined; onDone(done: number): void },
): Promise<Recorded> {
  const parts: Float32Array[] = []
  const words: string[] = []
  let sampleRate = 0
  let reported = 0
  let recordings = 0
  let tempo = 1
  for await (const chunk of speak(text)) {
    sampleRate = chunk.sampleRate
    tempo = chunk.tempo ?? 1
    const spoken = speed / tempo
    const { samples, takes } = await completeTake(speak, chunk, spoken)
    recordings += takes
    parts.push(samples, pauseOf(chunk, spoken))
    words.push(chunk.text)
    if (chunk.done - reported >= reportEvery || chunk.done === 1) {
      reported = chunk.done
      onDone(chunk.done)
    }
  }
  const samples = joinSamples(parts)
  if (samples.length === 0) throw new VendorError('transient', 'empty_speech', 'The voice said nothing')
  // Pieces of a word or two are too short to be checked each. Markup and addresses of links are in the text and are not spoken.
  if (!isComplete({ text: words.join(' '), samples, sampleRate }, speed / tempo)) throw leftOut()
  return { samples, sampleRate, recordings, tempo }
}

async function completeTake(
  speak: Speak,
  { text, samples, sampleRate }: SpokenChunk,
  speed: number,
): Promise<{ samples: Float32Array; takes: number }> {
  let taken = samples
  let take = 1
  for (; !isComplete({ text, samples: taken, sampleRate }, speed); take++) {
    if (take === maxTakes) throw leftOut()
    const parts: Float32Array[] = []
    for await (const chunk of speak(text)) parts.push(chunk.samples, pauseOf(chunk, speed))
    taken = joinSamples(parts)
  }
  return { samples: taken, takes: take }
}

const leftOut = () => new VendorError('permanent', 'text_left_out', 'The voice left out a part of the text')

const isComplete = (
  { text, samples, sampleRate }: Pick<SpokenChunk, 'text' | 'samples' | 'sampleRate'>,
  speed: number,
): boolean => completenessOf({ text, durationMs: (samples.length / sampleRate) * 1_000, samples, speed }).ok

const pauseOf = ({ pauseMs, sampleRate }: SpokenChunk, speed: number) =>
  new Float32Array(Math.round((pauseMs * sampleRate) / 1_000 / speed))
