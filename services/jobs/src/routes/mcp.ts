import { identityOf } from '@utter/http/identity'
import { createSharedLimit } from '@utter/http/limits/limit-in-flight'
import type { Route } from '@utter/http/route'
import { endlessStreams } from '@utter/http/server-sent-events'
import * as z from 'zod/mini'
import type { Deps } from '../deps.ts'
import { mcpOperation } from '../operations/mcp.ts'
import { createMcpServing } from '../requests/mcp/serve.ts'

/** Answers of one process in flight, each of which may wait for its job. */
const inFlight = { max: 512, perAccount: 128 }

/** A message of JSON-RPC, which the protocol's own library reads: one, since many at once would be counted as one. */
const Message = z.looseObject({}, 'The body must be a JSON object')

/** `POST /mcp`: the tools of agents, by the Model Context Protocol. */
export const mcp: Route<Deps> = (app, deps) => {
  const limit = createSharedLimit('mcp', inFlight)
  const serve = createMcpServing(deps)
  app.post(
    '/mcp',
    {
      access: deps.guard.key,
      schema: { operation: mcpOperation, body: Message },
      // Each ends with its tool, which a process that stops does not let wait.
      onSend: async (_request, reply) => void endlessStreams.delete(reply.raw),
      config: { responseTimeoutMs: Number.POSITIVE_INFINITY },
    },
    async (request, reply) => {
      limit.take(identityOf(request).userId, reply)
      return reply.send(await serve(request, reply))
    },
  )
}
