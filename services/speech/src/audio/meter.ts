import { AV_CODEC_ID_MP3 } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import { filterPcm, must, openGraph, type Pcm } from './filter-graph.ts'
import { mp3Format, totalDelay } from './mp3-file.ts'

/** EBU R 128: integrated loudness in LUFS, −70 for silence; true peak in dBTP. */
export type Measured = { lufs: number; truePeakDb: number }

/** A reader of FFmpeg's meter, which puts its figures so far on a frame every 100 ms; the last of them are the whole clip's. */
function createMeter() {
  const measured: Measured = { lufs: -70, truePeakDb: Number.NEGATIVE_INFINITY }
  const read = (frame: Frame) => {
    const metadata = frame.getMetadata()
    const lufs = metadata.get('lavfi.r128.I')
    if (lufs !== null) measured.lufs = Number(lufs)
    const peak = metadata.get('lavfi.r128.true_peak')
    if (peak !== null) measured.truePeakDb = 20 * Math.log10(Number(peak))
  }
  return { measured, read }
}

/** FFmpeg's meter for one channel that stands for two equal ones: it measures the same as both, for half the time. */
const meterOfEqual = 'ebur128=metadata=1:framelog=quiet:dualmono=true'

/** The loudness of a clip after `chain` (which must give one channel) as two equal ones, without its true peak, which costs four times as much as the rest. */
export function measurePcm(pcm: Pcm, chain: string): Measured {
  const { measured, read } = createMeter()
  filterPcm(pcm, `${chain},${meterOfEqual}`, read)
  return measured
}

/** The loudness of an mp3 with two equal channels as it is played: decoded, without the codec's delay at the start and its padding at the end. */
export function measureMp3(frames: Buffer, sampleCount: number): Measured {
  const { measured, read } = createMeter()
  const speech = `atrim=start_sample=${totalDelay}:end_sample=${totalDelay + sampleCount}`
  using graph = openGraph(
    { sampleRate: mp3Format.sampleRate, format: 'fltp', channels: 'stereo' },
    `${speech},pan=mono|c0=c0,${meterOfEqual}:peak=true`,
    read,
  )
  const codec = Codec.findDecoder(AV_CODEC_ID_MP3)
  if (!codec) throw new Error('No mp3 decoder')
  using decoder = new CodecContext()
  decoder.allocContext3(codec)
  must(decoder.open2Sync(codec, null), 'open the mp3 decoder')
  using packet = new Packet()
  packet.alloc()
  using frame = new Frame()
  frame.alloc()
  let decoded = 0
  const drain = () => {
    while (decoder.receiveFrameSync(frame) >= 0) {
      frame.pts = BigInt(decoded)
      frame.timeBase = new Rational(1, mp3Format.sampleRate)
      decoded += frame.nbSamples
      graph.push(frame)
      frame.unref()
    }
  }
  for (let at = 0; at < frames.length; at += mp3Format.bytesPerFrame) {
    packet.data = frames.subarray(at, at + mp3Format.bytesPerFrame)
    must(decoder.sendPacketSync(packet), 'decode mp3')
    packet.unref()
    drain()
  }
  decoder.sendPacketSync(null)
  drain()
  graph.end()
  return measured
}
