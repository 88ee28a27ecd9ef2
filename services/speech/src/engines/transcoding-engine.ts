import type { SoundForm } from '@utter/contracts/sound-formats'
import { type SoundPart, transcode } from '../audio/transcode.ts'
import { serveEngine } from './serve-engine.ts'

export type TranscodingRequest = SoundForm & { mp3: Uint8Array; part?: SoundPart | undefined }

serveEngine<TranscodingRequest, Uint8Array>(({ mp3, part, ...wanted }) =>
  transcode(Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength), wanted, part),
)
