import type { IncomingHttpHeaders } from 'node:http'

/** A vendor whose unmodified clients are answered here, in the shapes that they read. */
export type Door = 'openai' | 'elevenlabs'

/** The header in which ElevenLabs' clients send their key. */
export const elevenLabsKeyHeader = 'xi-api-key'

const ofElevenLabs = /^\/(?:v2|v1\/(?:text-to-speech|voices|user))(?:[/?]|$)/
const ofBoth = /^\/v1(?:[/?]|$)/

/** The door that a path belongs to; where both vendors have paths, the key's header tells whose client it is. */
export function doorOf(url: string, headers: IncomingHttpHeaders = {}): Door | undefined {
  if (ofElevenLabs.test(url)) return 'elevenlabs'
  if (!ofBoth.test(url)) return undefined
  return headers[elevenLabsKeyHeader] === undefined ? 'openai' : 'elevenlabs'
}
