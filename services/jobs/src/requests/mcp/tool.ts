import type { CallToolResult, McpServer, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import type { Scope } from '@utter/contracts/credential'
import type { ProblemBody } from '@utter/contracts/http/problem'
import { toProblem } from '@utter/http/error-handler'
import { identityOf, mayDo } from '@utter/http/identity'
import { Problem } from '@utter/http/problem'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { toolFields } from '../../domain/mcp-tools.ts'
import { inWords } from '../clients-words.ts'
import { parsed } from '../parse-fields.ts'

/** A request of a client, which calls one tool. */
export type ToolCall = {
  deps: Deps
  request: FastifyRequest
  reply: FastifyReply
  /** Tells a client that asked for it how far its call is. */
  tellProgress: (percent: number, message: string) => void
}

export type Tool<Input extends z.ZodMiniType = z.ZodMiniType> = {
  name: string
  title: string
  description: string
  scopes: Scope[]
  input: Input
  output: z.ZodMiniType
  isReadOnly?: boolean
  run(input: z.infer<Input>, call: ToolCall): Promise<CallToolResult>
}

/** Adds a tool to the server of one request. Its refusals are results with the sentence, the code and the fields: a model mends its call by them. */
export function addTool<Input extends z.ZodMiniType>(
  server: McpServer,
  { name, title, description, scopes, input, output, isReadOnly = false, run }: Tool<Input>,
  { deps, request, reply }: Omit<ToolCall, 'tellProgress'>,
): void {
  const about = {
    title,
    description,
    inputSchema: asSent(input, 'input'),
    outputSchema: asSent(output, 'output'),
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  }
  server.registerTool(name, about, async (given: unknown, context: ServerContext) => {
    try {
      const lacking = scopes.find((scope) => !mayDo(identityOf(request), scope))
      if (lacking) throw new Problem(403, 'missing_scope', `This API key lacks the scope ${lacking}`)
      return await run(parsed(input, given ?? {}), { deps, request, reply, tellProgress: progressOf(context) })
    } catch (error) {
      return refusalOf(toProblem(inWords(names, error)), request)
    }
  })
}

/** A refusal is written as text, since the structure of a result is that of a success. */
function refusalOf(problem: Problem, request: FastifyRequest): CallToolResult {
  const { status, code, message, details, cause } = problem
  if (status >= 500 && status !== 503) request.log.error({ reqId: request.id, err: cause ?? problem }, 'a tool failed')
  const body: ProblemBody = { error: message, code, requestId: request.id, ...(details && { details }) }
  return { isError: true, content: [{ type: 'text', text: JSON.stringify(body) }] }
}

/** Fields of a job by the names that the tools have. */
const names = { userText: 'text', voiceId: 'voice', 'ttsSettings.speed': 'speed' }

function progressOf({ mcpReq }: ServerContext): ToolCall['tellProgress'] {
  const progressToken = mcpReq._meta?.progressToken
  let told = -1
  return (progress, message) => {
    // Each is to be more than the one before.
    if (progressToken === undefined || progress <= told) return
    told = progress
    const params = { progressToken, progress, total: 100, message }
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}

/** A schema that is told to clients, whereas the tool itself parses what they send: by its own sentences. */
function asSent(schema: z.ZodMiniType, io: 'input' | 'output'): StandardSchemaWithJSON<unknown> {
  const jsonSchema = () => jsonOf(schema, io)
  return {
    '~standard': {
      version: 1,
      vendor: 'utter',
      validate: (value) => ({ value }),
      jsonSchema: { input: jsonSchema, output: jsonSchema },
    },
  }
}

const told = new WeakMap<z.ZodMiniType, Record<string, unknown>>()

/** Made once a process: a schema does not change. */
function jsonOf(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const known = told.get(schema)
  if (known) return known
  const { properties = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  // A server of tomorrow may tell more.
  delete json.additionalProperties
  const described = Object.entries(properties).map(([name, property]) => [
    name,
    { ...(property as object), ...(toolFields[name] && { description: toolFields[name] }) },
  ])
  const made = { ...json, properties: Object.fromEntries(described) }
  told.set(schema, made)
  return made
}
