import type { OpenAiError } from '@utter/contracts/http/openai/error'
import type { Problem } from '../problem.ts'

/** OpenAI's own words for what its clients act on; other codes are ours. */
const codes: Record<string, string> = {
  invalid_key: 'invalid_api_key',
  rate_limited: 'rate_limit_exceeded',
  call_limit_reached: 'insufficient_quota',
  email_not_verified: 'insufficient_quota',
  key_limit_reached: 'insufficient_quota',
  spending_limit_reached: 'insufficient_quota',
}

const typeOf = (status: number): string => {
  if (status === 402) return 'insufficient_quota'
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** A problem in the shape that OpenAI's clients read, with the status that it has here. */
export const openAiError = ({ status, code, message, details }: Problem): OpenAiError => ({
  error: { message, type: typeOf(status), param: details?.[0]?.field ?? null, code: codes[code] ?? code },
})
