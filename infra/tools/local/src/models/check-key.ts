import type { Report } from '../report.ts'
import { StartError } from '../start-error.ts'

/**
 * Sends a cheap request to the chat model's vendor, so that a wrong key shows at the start and not at the first
 * message.
 */
export async function checkChatKey(env: NodeJS.ProcessEnv, report: Report): Promise<void> {
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) return
  const base = (env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1').replace(/\/+$/, '')
  if (!URL.canParse(base))
    throw new StartError(`OPENAI_BASE_URL must be an address like http://127.0.0.1:11434/v1, and '${base}' is none.`)
  const headers = env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {}
  let status: number
  try {
    status = (await fetch(`${base}/models`, { headers, signal: AbortSignal.timeout(5000) })).status
  } catch {
    return report(`Warning: ${base} does not answer, so chat will fail until it does.`)
  }
  if (status === 401 || status === 403) {
    throw new StartError(
      `${base} refuses the key in OPENAI_API_KEY (${status}): correct it, or unset it to use the local chat model.`,
    )
  }
}
