import { VendorError } from '@utter/contracts/vendor-error'
import type { Pcm } from './filter-graph.ts'
import { isClose, nextGainDb, silenceLufs, type Turn } from './loudness.ts'
import { measureMp3, measurePcm } from './meter.ts'
import { encodeMp3 } from './mp3-encoder.ts'
import { mp3File, mp3Format } from './mp3-file.ts'
import { peaksOf } from './peaks.ts'
import { serveThread } from './thread.ts'

const leadMs = 50
const tailMs = 150
/** A meter hears in blocks of 400 ms; a single short word gets silence after it until there are a few. */
const shortestMs = 1000
/** Highest true peak of the mp3, in dBTP (EBU R 128), and where the limiter starts so as to end up below it. */
const truePeakDb = -1
const firstCeilingDb = -1
const pcmTurns = 4
const mp3Turns = 3

export type Mastered = { mp3: Uint8Array; durationMs: number; lufs: number; truePeakDb: number; peaks: number[] }

/**
 * Gain, limiter, measure, correct, again: then the same once more around the encoder, since an mp3 does not measure like
 * what it was made from. The two channels are equal: a meter adds them up, so the same loudness needs 3 dB less limiting
 * than in mono, and joint stereo spends no bits on the difference.
 */
serveThread<Pcm, Mastered>((spoken, stopped) => {
  const pcm = padded(spoken)
  let ceilingDb = firstCeilingDb
  const turns: Turn[] = []
  for (let turn = 0; turn < pcmTurns; turn++) {
    const gainDb = nextGainDb(turns)
    const { lufs } = measurePcm(pcm, chain(gainDb, ceilingDb), stopped)
    if (turn === 0 && !(lufs > silenceLufs))
      throw new VendorError('passing', 'silent_speech', 'The voice answered with silence')
    turns.push({ gainDb, lufs })
    if (isClose(lufs, 0.1)) break
  }
  let gainDb = isClose(turns.at(-1)?.lufs ?? 0, 0.1) ? (turns.at(-1)?.gainDb ?? 0) : nextGainDb(turns)
  for (let turn = 1; ; turn++) {
    const { frames, sampleCount } = encodeMp3(pcm, chain(gainDb, ceilingDb), stopped)
    const measured = measureMp3(frames, sampleCount, stopped)
    const isGood = isClose(measured.lufs, 0.25) && measured.truePeakDb <= truePeakDb
    if (isGood || turn === mp3Turns) {
      const durationMs = Math.round((sampleCount * 1000) / mp3Format.sampleRate)
      return { mp3: mp3File(frames, sampleCount), durationMs, ...measured, peaks: peaksOf(pcm.samples) }
    }
    gainDb = nextGainDb([{ gainDb, lufs: measured.lufs }])
    ceilingDb -= Math.max(0, measured.truePeakDb - truePeakDb + 0.1)
  }
})

/** `limit` is reached without overshoot: alimiter looks ahead by its attack, and `latency` takes that delay out again. */
function chain(gainDb: number, ceilingDb: number): string {
  const limiter = `alimiter=level=disabled:limit=${ceilingDb.toFixed(2)}dB:attack=5:release=50:latency=1`
  return `aresample=${mp3Format.sampleRate},pan=stereo|c0=c0|c1=c0,volume=${gainDb.toFixed(3)}dB:precision=double,${limiter}`
}

/** Room before and after the speech, so that no player's fade or codec's edge touches it. */
function padded({ samples, sampleRate }: Pcm): Pcm {
  const inSamples = (ms: number) => Math.round((ms * sampleRate) / 1000)
  const lead = inSamples(leadMs)
  const length = Math.max(lead + samples.length + inSamples(tailMs), inSamples(shortestMs))
  const room = new Float32Array(length)
  room.set(samples, lead)
  return { samples: room, sampleRate }
}
