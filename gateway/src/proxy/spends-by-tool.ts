import { checkShape } from '@utter/http/check-shape'

/** Tools that make a job; all others read. */
const spending = new Set(['speak', 'reply'])

/** As the service decodes it, a byte order mark included. */
const utf8 = new TextDecoder()

type Message = { method?: unknown; params?: { name?: unknown } | null } | null

/** Whether a message of MCP calls a tool that spends. Its service refuses what cannot be read. */
export function spendsByTool(body: unknown): boolean {
  if (!Buffer.isBuffer(body)) return false
  try {
    checkShape(body)
    const message = JSON.parse(utf8.decode(body)) as Message
    const name = message?.method === 'tools/call' && message.params?.name
    return typeof name === 'string' && spending.has(name)
  } catch {
    return false
  }
}
