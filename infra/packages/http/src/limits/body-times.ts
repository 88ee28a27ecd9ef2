import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Time for a whole request, in ms, from its head: one that trickles in is refused. */
export const requestMs = 15_000
/** The same for a body that its route reads as it comes, and bounds by itself while nothing of it comes. */
export const streamedRequestMs = 600_000
/** The time that Node itself allows for any request: longer than each of both. */
export const anyRequestMs = streamedRequestMs + 10_000

/** The answer of a request that is late. The connection ends with it. */
type Late = (error: Error & { code: string }, socket: Socket) => void

/**
 * Ends requests whose body is not there in time. Node has one time for all requests of a server: with it a long body could not come, or any could take
 * as long as that. @param paths of which a `POST` may have a long body
 */
export function limitBodyTimes(
  server: Server,
  paths: readonly string[],
  late: Late,
  { usualMs, streamedMs } = { usualMs: requestMs, streamedMs: streamedRequestMs },
): void {
  server.prependListener('request', (request) => {
    const isStreamed = request.method === 'POST' && paths.includes(request.url?.split('?', 1)[0] ?? '')
    const end = () => {
      if (!request.complete && !request.socket.destroyed)
        late(Object.assign(new Error('The request is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket)
    }
    const timer = setTimeout(end, isStreamed ? streamedMs : usualMs).unref()
    request.once('close', () => clearTimeout(timer))
  })
}
