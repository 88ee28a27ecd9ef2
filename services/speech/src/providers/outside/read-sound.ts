import type { Deadline } from '@utter/worker/deadline'
import { cutOff, unreadable } from './vendor-failures.ts'

/** About ten minutes of 24 kHz: a body that goes on for longer than any passage is no answer to it. */
const maxBytes = 30_000_000

/**
 * The body of an answer that has a sound. Each part that arrives restarts the deadline.
 * @throws VendorError for a text in place of a sound, a body that breaks off, is empty, or does not end
 */
export async function readSound(response: Response, deadline: Deadline): Promise<Uint8Array> {
  const type = response.headers.get('content-type') ?? ''
  if (/^(text\/|application\/(?!octet-stream))/i.test(type) || !response.body) {
    await response.body?.cancel()
    throw unreadable(new Error(`The answer is of the type ${type.slice(0, 60) || 'of none'}`))
  }
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const part of response.body) {
      deadline.restart()
      parts.push(part)
      sizeBytes += part.byteLength
      if (sizeBytes > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`)
    }
  } catch (error) {
    throw cutOff(error)
  }
  if (sizeBytes === 0) throw cutOff()
  return Buffer.concat(parts, sizeBytes)
}
