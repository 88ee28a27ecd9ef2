import { VendorError } from '@utter/contracts/vendor-error'
import { type Completeness, completenessOf } from '../completeness.ts'
import type { OwnPiece } from '../kept/kept-piece.ts'
import { joinSamples } from '../samples.ts'
import type { Speak, SpokenChunk } from '../voice.ts'
import { agree } from './agree.ts'
import { type Hear, judgeByHearing } from './by-hearing.ts'

/** Attempts at a piece: a voice that leaves a part out this often does so each time. */
const maxTakes = 3

/** How a piece is checked beside its shape: not at all, by a control that must say the same, or by what is heard of it. */
export type PieceCheck = 'shape' | 'control' | Hear

/** Judges a further take of a piece. @returns the one of all takes until now that is whole, if one is */
export type Judge = (taken: Float32Array) => Promise<Float32Array | undefined>

/**
 * A take of a piece that is whole: the given one, or one that is spoken again. By a `control` it is one that says the same as that; each take is held
 * against each control, so that neither a fault of a take nor one of a control stays.
 * @returns `takes` that were spoken of it, controls among them, and the piece that it is, where it may be kept
 * @throws VendorError permanent `text_left_out`, `voice_ran_on`, `speech_incomplete`
 */
export async function completeTake(
  speak: Speak,
  { text, samples, sampleRate, own }: SpokenChunk,
  { speed, check, onTake }: { speed: number; check: PieceCheck; onTake(): void },
): Promise<{ samples: Float32Array; takes: number; own?: OwnPiece | undefined }> {
  let takes = 1
  const owns = new Map([[samples, own]])
  const speakAgain = async (control?: number) => {
    const parts: Float32Array[] = []
    let piece: OwnPiece | undefined
    let pause: Float32Array | undefined
    for await (const chunk of speak(text, { take: takes, control })) {
      // A piece that is cut further when it is spoken again is several; the pause behind the last is none of its sound.
      piece = pause ? undefined : chunk.own
      if (pause) parts.push(pause)
      parts.push(chunk.samples)
      pause = pauseOf(chunk, speed)
    }
    takes++
    onTake()
    const taken = joinSamples(parts)
    owns.set(taken, piece)
    return taken
  }
  const judge: Judge =
    check === 'shape'
      ? async (taken) => taken
      : check === 'control'
        ? judgeByControls(sampleRate, speakAgain)
        : judgeByHearing(check, { text, sampleRate })
  let taken = samples
  for (let attempt = 1; ; attempt++) {
    const answer = completenessAt({ text, samples: taken, sampleRate }, speed)
    if (!answer.ok && attempt === maxTakes) throw incomplete(answer)
    if (answer.ok) {
      const whole = await judge(taken)
      if (whole) return { samples: whole, takes, own: owns.get(whole) }
      if (attempt === maxTakes) throw notEveryWord()
    }
    taken = await speakAgain()
  }
}

function judgeByControls(sampleRate: number, speakControl: (nth: number) => Promise<Float32Array>): Judge {
  const takes: Float32Array[] = []
  const controls: Float32Array[] = []
  const says = (taken: Float32Array, control: Float32Array) =>
    agree({ samples: taken, sampleRate }, { samples: control, sampleRate })
  return async (taken) => {
    if (controls.some((control) => says(taken, control))) return taken
    const control = await speakControl(controls.length + 1)
    takes.push(taken)
    controls.push(control)
    return takes.find((one) => says(one, control))
  }
}

const notEveryWord = () =>
  new VendorError('permanent', 'speech_incomplete', 'The voice did not say every word of the text')

export const incomplete = ({ reason }: Completeness & { ok: false }) =>
  reason === 'too_long'
    ? new VendorError('permanent', 'voice_ran_on', 'The voice said more than the text')
    : new VendorError('permanent', 'text_left_out', 'The voice left out a part of the text')

const completenessAt = (
  { text, samples, sampleRate }: Pick<SpokenChunk, 'text' | 'samples' | 'sampleRate'>,
  speed: number,
): Completeness => completenessOf({ text, durationMs: (samples.length / sampleRate) * 1_000, samples, speed })

export const pauseOf = ({ pauseMs, sampleRate }: SpokenChunk, speed: number) =>
  new Float32Array(Math.round((pauseMs * sampleRate) / 1_000 / speed))
