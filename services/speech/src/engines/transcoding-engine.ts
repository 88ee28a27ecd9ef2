import type { SoundForm } from '@utter/contracts/sound-formats'
import { transcode } from '../audio/transcode.ts'
import { serveEngine } from './serve-engine.ts'

export type TranscodingRequest = SoundForm & { mp3: Uint8Array }

serveEngine<TranscodingRequest, Uint8Array>(({ mp3, ...wanted }) =>
  transcode(Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength), wanted),
)
