import type { SoundForm } from '@utter/contracts/sound-formats'
import type { SoundPart } from '../audio/transcode.ts'
import { openEngine } from './engine.ts'
import type { TranscodingRequest } from './transcoding-engine.ts'

export type Transcoder = {
  /**
   * An mp3 in another form; one after the other, so that clients who convert cost voices one core at most.
   * @param wanted `part`: the mp3 is a part of a sound that is sent as it comes
   * @throws VendorError transient `engine_ended`
   */
  transcode(mp3: Uint8Array, wanted: SoundForm & { part?: SoundPart }, signal: AbortSignal): Promise<Buffer>
  close(): Promise<void>
}

/** Eleven minutes, the longest text, take 32 MB as WAV. */
const maxRssBytes = 512 * 1024 * 1024

export function openTranscoder(): Transcoder {
  const engine = openEngine<TranscodingRequest, Uint8Array>(new URL('./transcoding-engine.ts', import.meta.url), {
    // It is synchronous throughout, and another starts in less than half a second.
    graceMs: 0,
    maxRssBytes,
  })
  return {
    async transcode(mp3, wanted, signal) {
      const sound = await engine.call({ mp3, ...wanted }, { signal })
      return Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength)
    },
    close: () => engine.close(),
  }
}
