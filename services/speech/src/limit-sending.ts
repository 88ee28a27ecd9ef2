import type { ServerResponse } from 'node:http'

/**
 * Ends an answer of which the client takes nothing for so long: it would hold a connection, and a file open, for ever.
 * @param stallMs Node begins it again with every part that is taken, and sets a time of its own when the answer is over
 */
export function limitSending(answer: ServerResponse, stallMs: number): void {
  answer.setTimeout(stallMs, () => answer.destroy())
}
