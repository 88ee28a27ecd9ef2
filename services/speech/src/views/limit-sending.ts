import type { ServerResponse } from 'node:http'

/**
 * Ends an answer that its client stops reading: it would hold a connection and a file open for ever.
 * @param stallMs restarted by Node with every part that is read; Node sets a timeout of its own when the answer is over
 */
export function limitSending(answer: ServerResponse, stallMs: number): void {
  answer.setTimeout(stallMs, () => answer.destroy())
}
