import type { Operation } from '@utter/http/openapi/operation'

export const mcpOperation: Operation = {
  id: 'callMcp',
  tag: 'For agents (MCP)',
  summary: 'Call a tool, or list the tools',
  description:
    'A message of the Model Context Protocol (streamable HTTP, without sessions). The tools are `speak`, `reply`, `job` and `voices`; `tools/list` has their schemas. A tool that submits makes a job as `POST /api/tts` and `POST /api/reply` do, waits for it 45 s, and then answers with its id. What a tool refuses is a result with `isError`, whose text has `error`, `code` and `details`.',
  example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  answers: {
    200: { description: 'The answer to the message.', types: ['application/json', 'text/event-stream'] },
    202: { description: 'The message needs no answer.' },
  },
  refusals: { 406: 'The `Accept` header lacks `application/json` or `text/event-stream`.' },
}
