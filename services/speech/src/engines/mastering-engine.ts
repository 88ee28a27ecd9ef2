import { VendorError } from '@utter/contracts/vendor-error'
import { evenSound } from '../audio/even-sound.ts'
import { type Pcm, stretch } from '../audio/filter-graph.ts'
import { encoderLossDb, nextGainDb, silenceLufs, type Turn, targetLufs } from '../audio/loudness.ts'
import { measureMp3, measurePcm } from '../audio/meter.ts'
import { encodeMp3 } from '../audio/mp3-encoder.ts'
import { mp3File, mp3Format, totalDelay } from '../audio/mp3-file.ts'
import { peaksOf } from '../audio/peaks.ts'
import { openSamples, pickSamples, type Stretch } from '../audio/samples.ts'
import { serveEngine } from './serve-engine.ts'

/** Highest true peak of the mp3, in dBTP (EBU R 128), and where the limiter starts so as to end up below it. */
const truePeakDb = -1
const firstCeilingDb = -1
const pcmTurns = 4
const mp3Turns = 3

type Sent = { samples: Float32Array; sampleRate: number }
/** Stretches of a file, as `openSamples` reads it. */
type SentByFile = { path: string; stretches: Stretch[]; sampleRate: number }
export type MasteringRequest = (Sent | SentByFile) & { kind: 'clip'; tempo: number }
export type LoudnessRequest = (Sent | SentByFile) & { kind: 'loudness' }
/** `gainDb`: that of the piece before. */
export type PieceRequest = Sent & { kind: 'piece'; tempo: number; gainDb?: number }
export type EvenRequest = Sent & { kind: 'even'; wanted: { sampleRate: number; tempo: number } }
export type AnyRequest = MasteringRequest | PieceRequest | EvenRequest | LoudnessRequest
/** `lateMs`: the delay of the codec, by which the sound begins later than its frames. `ms`: how long these are. */
export type MasteredPiece = { frames: Uint8Array; gainDb: number; lateMs: number; ms: number }
export type Mastered = { mp3: Uint8Array; durationMs: number; lufs: number; truePeakDb: number; peaks: number[] }

serveEngine<AnyRequest, Mastered | MasteredPiece | Float32Array | number>((request) => {
  if (request.kind === 'even') return evenSound(request, request.wanted)
  if (request.kind === 'piece') return masterPiece(request)
  const work = (pcm: Pcm) =>
    request.kind === 'loudness' ? measurePcm(pcm, resampled).lufs : masterClip({ ...pcm, tempo: request.tempo })
  if ('samples' in request) return work(request)
  using file = openSamples(request.path)
  return work({ samples: pickSamples(file, request.stretches), sampleRate: request.sampleRate })
})

/**
 * Gain, limiter, measure, correct, again: then the same once more around the encoder, since an mp3 does not measure like
 * what it was made from. The two channels are equal: a meter adds them up, so the same loudness needs 3 dB less limiting
 * than in mono, and joint stereo spends no bits on the difference.
 */
function masterClip(pcm: Pcm & { tempo: number }): Mastered {
  const { tempo } = pcm
  let ceilingDb = firstCeilingDb
  const firstGainDb = gainOf(pcm, ceilingDb)
  if (firstGainDb === undefined) throw new VendorError('transient', 'silent_speech', 'The voice answered with silence')
  let gainDb = firstGainDb
  for (let turn = 1; ; turn++) {
    const { frames, sampleCount } = encodeMp3(pcm, stereoChain({ gainDb, ceilingDb, tempo }))
    const measured = measureMp3(frames, sampleCount)
    const isGood = Math.abs(measured.lufs - targetLufs) <= 0.25 && measured.truePeakDb <= truePeakDb
    if (isGood || turn === mp3Turns) {
      const durationMs = Math.round((sampleCount * 1000) / mp3Format.sampleRate)
      return { mp3: mp3File(frames, sampleCount), durationMs, ...measured, peaks: peaksOf(pcm.samples) }
    }
    gainDb = nextGainDb([{ gainDb, lufs: measured.lufs }], targetLufs)
    ceilingDb -= Math.max(0, measured.truePeakDb - truePeakDb + 0.1)
  }
}

/** By an encoder of its own, which ends with silence as it begins: between two pieces is a pause. */
function masterPiece(pcm: PieceRequest): MasteredPiece {
  const ceilingDb = firstCeilingDb
  const gainDb = gainOf(pcm, ceilingDb) ?? pcm.gainDb ?? 0
  const { frames } = encodeMp3(pcm, stereoChain({ gainDb, ceilingDb, tempo: pcm.tempo }))
  return {
    ...{ frames, gainDb, lateMs: inMs(totalDelay) },
    ms: inMs((frames.length / mp3Format.bytesPerFrame) * mp3Format.samplesPerFrame),
  }
}

const inMs = (samples: number) => (samples * 1_000) / mp3Format.sampleRate

/** The gain in dB with which the sound goes into the encoder, found by trying; undefined for silence. */
function gainOf(pcm: Pcm & { tempo: number }, ceilingDb: number): number | undefined {
  const target = targetLufs + encoderLossDb
  const turns: Turn[] = []
  const { tempo } = pcm
  let gainDb = 0
  for (let turn = 0; turn < pcmTurns; turn++) {
    const { lufs } = measurePcm(pcm, chain({ gainDb, ceilingDb, tempo }))
    if (turn === 0 && !(lufs > silenceLufs)) return undefined
    if (Math.abs(lufs - target) <= 0.1) return gainDb
    turns.push({ gainDb, lufs })
    gainDb = nextGainDb(turns, target)
  }
  return gainDb
}

/** The rate at which loudness is measured. */
const resampled = `aresample=${mp3Format.sampleRate}`

type Chain = { gainDb: number; ceilingDb: number; tempo: number }

/** The same on both channels, as the encoder needs it. */
const stereoChain = (wanted: Chain): string => `${chain(wanted)},pan=stereo|c0=c0|c1=c0`

/** `limit` is reached without overshoot: alimiter looks ahead by its attack, and `latency` takes that delay out again. */
function chain({ gainDb, ceilingDb, tempo }: Chain): string {
  const limiter = `alimiter=level=disabled:limit=${ceilingDb.toFixed(2)}dB:attack=5:release=50:latency=1`
  return `${stretch(tempo)}${resampled},volume=${gainDb.toFixed(3)}dB:precision=double,${limiter}`
}
