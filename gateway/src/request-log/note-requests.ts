import { keyPrefix } from '@utter/contracts/credential'
import { maxNotedText } from '@utter/contracts/http/internal/account/note-requests'
import type { App } from '@utter/http/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestLog } from './open-request-log.ts'
import { type Refusal, refusalIn } from './refusal-in.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it is refused, for its entry. */
    refusal: Refusal
    isNoted: boolean
  }
}

/** The API alone: addresses of podcasts, of shared jobs and of sounds hold secrets, and reads of the log would fill it. */
const logged = /^\/(?:api\/(?!shared(?:\/|$))|(?:v1|v2)\/|mcp(?:\/|$))/
const ofLog = /^\/api\/requests(?:\/|$)/
const reading = new Set(['GET', 'HEAD'])
/** A client that was gone before it had an answer, in nginx's word for it. */
const clientClosed = 499
const gone = { error: 'The client closed the connection before it was answered', code: 'client_closed' }

/**
 * Notes each request of a known sender when its answer is over, and a stream of events when it begins, which may last for days: the refused ones
 * too, and those by session where they write or are refused. Neither queries, bodies nor headers are in it; of a refusal its sentence and code.
 */
export function noteRequests(app: App, requestLog: RequestLog): void {
  app.decorateRequest('refusal')
  app.decorateRequest('isNoted', false)

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const { sender, method, id: requestId, isNoted } = request
    const path = pathOf(request)
    if (!sender || isNoted || !logged.test(path) || ofLog.test(path)) return
    const status = reply.raw.closed && !reply.raw.headersSent ? clientClosed : reply.statusCode
    if (!sender.keyId && reading.has(method) && status < 400) return
    request.isNoted = true
    requestLog.note({
      requestId,
      ...sender,
      at: new Date().toISOString(),
      method,
      path: withoutKeys(path).slice(0, maxNotedText),
      status,
      ms: Math.round(reply.elapsedTime),
      ...(status === clientClosed ? gone : request.refusal),
    })
  }

  app.addHook('onRequest', (request, reply, done) => {
    reply.raw.once('close', () => note(request, reply))
    done()
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const { sender } = request
    // Where it will be dropped no body is parsed: refusals come in floods.
    if (sender && reply.statusCode >= 400 && requestLog.hasRoom(sender.userId)) request.refusal = refusalIn(payload)
    else if (sender && isEventStream(reply)) note(request, reply)
    done()
  })
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?', 1)[0] ?? ''
const isEventStream = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

const keys = new RegExp(`${keyPrefix}[\\w-]+`, 'g')
/** A key that was pasted into a path by mistake. */
const withoutKeys = (path: string): string => path.replaceAll(keys, `${keyPrefix}…`)
