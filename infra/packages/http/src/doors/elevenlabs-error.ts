import type { ElevenLabsError } from '@utter/contracts/http/elevenlabs/error'
import type { Problem } from '../problem.ts'

/** ElevenLabs' own words for what its clients act on; other codes are ours. */
const codes: Record<string, string> = {
  invalid_key: 'invalid_api_key',
  invalid_voice: 'voice_not_found',
  rate_limited: 'rate_limit_exceeded',
  call_limit_reached: 'quota_exceeded',
  email_not_verified: 'quota_exceeded',
  key_limit_reached: 'quota_exceeded',
  spending_limit_reached: 'quota_exceeded',
}

/** The fields that are no part of a body. */
const places: Record<string, string> = { voice_id: 'path', output_format: 'query', search: 'query' }

/**
 * A problem in the shape that ElevenLabs' clients read, with the status that it has here. Fields that are not valid are a 422 with a list, for
 * which these clients have an error of their own.
 */
export function elevenLabsRefusal({ status, code, message, details = [] }: Problem): {
  status: number
  body: ElevenLabsError
} {
  const faults = details.filter(({ field }) => field !== 'body')
  if (code !== 'invalid_request' || faults.length === 0)
    return { status, body: { detail: { status: codes[code] ?? code, message } } }
  const detail = faults.map(({ field, message: msg }) => ({
    loc: [places[field] ?? 'body', ...field.split('.')],
    msg,
    type: 'value_error',
  }))
  return { status: 422, body: { detail } }
}
