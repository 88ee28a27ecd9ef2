import type { Deadline } from '@utter/worker/deadline'
import { cutOff, unreadable } from './vendor-failures.ts'

/** About ten minutes of 24 kHz: a body that goes on for longer than any passage is no answer to it. */
export const maxSoundBytes = 30_000_000

/**
 * The body of an answer that has a sound. Each part that arrives restarts the deadline.
 * @throws VendorError for a text in place of a sound, a body that breaks off, is empty, or does not end
 */
export async function readSound(response: Response, deadline: Deadline): Promise<Uint8Array> {
  const type = response.headers.get('content-type') ?? ''
  if (/^(text\/|application\/(?!octet-stream))/i.test(type)) {
    await response.body?.cancel()
    throw unreadable(new Error(`The answer is of the type ${type.slice(0, 60)}`))
  }
  const parts: Uint8Array[] = []
  for await (const part of partsOf(response, { deadline, maxBytes: maxSoundBytes })) parts.push(part)
  const bytes = Buffer.concat(parts)
  if (bytes.byteLength === 0) throw cutOff()
  return bytes
}

/**
 * A body as it arrives, each part of which restarts the deadline.
 * @throws VendorError for a body that breaks off, or has more than `maxBytes`
 */
export async function* partsOf(
  { body }: Response,
  { deadline, maxBytes }: { deadline: Deadline; maxBytes: number },
): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  try {
    for await (const part of body ?? []) {
      deadline.restart()
      sizeBytes += part.byteLength
      if (sizeBytes > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`)
      yield part
    }
  } catch (error) {
    throw cutOff(error)
  }
}
