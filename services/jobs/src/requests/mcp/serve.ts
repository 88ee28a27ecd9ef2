import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { job, voices } from './reading-tools.ts'
import { reply, speak } from './submitting-tools.ts'
import { addTool } from './tool.ts'

const about = { name: 'utter', title: 'Utter', version: '1.0.0' }
const instructions =
  'Speaks texts. `voices` lists the voices, `speak` speaks a text, `reply` has one answered and speaks the answer, `job` looks at one that was not done in time.'

/** How MCP is answered: by a server of each request alone, so that any replica answers the next one. */
export function createMcpServing(deps: Deps) {
  const requests = new WeakMap<Request, { request: FastifyRequest; reply: FastifyReply }>()
  const { fetch } = createMcpHandler(
    ({ requestInfo }) => {
      // Tools are the same for all, and do not change.
      const server = new McpServer(about, { instructions, capabilities: { tools: { listChanged: false } } })
      const asked = requestInfo && requests.get(requestInfo)
      if (!asked) throw new Error('a server without its request')
      const call = { deps, ...asked }
      addTool(server, speak, call)
      addTool(server, reply, call)
      addTool(server, job, call)
      addTool(server, voices, call)
      return server
    },
    // Nothing is published to subscriptions, and each would hold an answer open.
    { maxSubscriptions: 0, onerror: (err) => deps.log.debug({ err }, 'a request of MCP is refused') },
  )
  return (request: FastifyRequest, reply: FastifyReply): Promise<Response> => {
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as [string, string]] : [],
    )
    const asWeb = new Request(new URL('/mcp', deps.publicUrl), { method: 'POST', headers })
    requests.set(asWeb, { request, reply })
    return fetch(asWeb, { parsedBody: request.body })
  }
}
