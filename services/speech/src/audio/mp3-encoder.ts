import { AV_CHANNEL_LAYOUT_STEREO, AV_SAMPLE_FMT_FLTP, FF_ENCODER_LIBMP3LAME } from 'node-av/constants'
import { Codec, CodecContext, type Frame, Packet, Rational } from 'node-av/lib'
import { filterPcm, must, type Pcm } from './filter-graph.ts'
import { mp3Format } from './mp3-file.ts'

const { bytesPerFrame } = mp3Format
/** Room for the frames of a minute and a half, which doubles as they come. */
const firstFrames = 4_096

/** Encodes a clip after `chain` (which must give 48 kHz stereo) into mp3 frames, one after the other; `sampleCount` of it went in. */
export function encodeMp3(pcm: Pcm, chain: string): { frames: Buffer; sampleCount: number } {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBMP3LAME)
  if (!codec) throw new Error('No mp3 encoder')
  using encoder = new CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = mp3Format.sampleRate
  encoder.sampleFormat = AV_SAMPLE_FMT_FLTP
  encoder.channelLayout = AV_CHANNEL_LAYOUT_STEREO
  encoder.bitRate = BigInt(mp3Format.bitrate)
  encoder.timeBase = new Rational(1, mp3Format.sampleRate)
  must(encoder.open2Sync(codec, null), 'open the mp3 encoder')

  using packet = new Packet()
  packet.alloc()
  // In one buffer: those of a chapter are twenty-five thousand, each of which would cost more than it has.
  let frames = Buffer.allocUnsafeSlow(firstFrames * bytesPerFrame)
  let end = 0
  const drain = () => {
    while (encoder.receivePacketSync(packet) >= 0) {
      const { data } = packet // each reading makes a buffer of its own
      if (data?.length !== bytesPerFrame) throw new Error('An mp3 frame has not its constant size')
      if (end === frames.length) frames = Buffer.concat([frames], 2 * end)
      end += data.copy(frames, end) // the packet's memory is FFmpeg's and is used again
      packet.unref()
    }
  }
  let sampleCount = 0
  const encode = (frame: Frame) => {
    sampleCount += frame.nbSamples
    must(encoder.sendFrameSync(frame), 'encode mp3')
    drain()
  }
  const sized = `${chain},aformat=sample_fmts=fltp,asetnsamples=n=${mp3Format.samplesPerFrame}:p=0`
  filterPcm(pcm, sized, encode)
  must(encoder.sendFrameSync(null), 'end the mp3')
  drain()
  return { frames: frames.subarray(0, end), sampleCount }
}
