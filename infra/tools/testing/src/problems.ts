import type { Scope } from '@utter/contracts/credential'

/** A problem as clients get it: its status, its sentence, its code. */
export const problem = (status: number, error: string, code: string) => ({ status, body: { error, code } })

type Told = { error?: unknown; code?: unknown; detail?: unknown }
/** The body of a problem; one in the shape that OpenAI's or ElevenLabs' clients read becomes as the others are. */
export function toldBy(body: Told): Told {
  const { error, detail } = body
  if (Array.isArray(detail)) return { error: detail[0].msg, code: 'invalid_request' }
  if (typeof detail === 'object' && detail !== null && 'message' in detail)
    return { error: detail.message, code: 'status' in detail ? detail.status : undefined }
  return typeof error === 'object' && error !== null && 'message' in error
    ? { error: error.message, code: 'code' in error ? error.code : undefined }
    : body
}

/** 400 for one field, under which a form shows the sentence. */
export const invalid = (field: string, message: string) => ({
  status: 400,
  body: { error: message, code: 'invalid_request', details: [{ field, message }] },
})

export const notLoggedIn = problem(401, 'Not logged in', 'unauthorized')

/** 403 for an API key, whose scopes do not have this one. */
export const missingScope = (scope: Scope) => problem(403, `This API key lacks the scope ${scope}`, 'missing_scope')

/** 403 for an API key with any scopes: a session is required. */
export const missingLogin = problem(403, 'This needs a login, not an API key', 'missing_scope')

/** 503 for a fault of ours that retrying may mend: a database, Redis or another service is unavailable. */
export const serviceUnavailable = {
  ...problem(503, 'The service is not available right now, try again in a moment', 'unavailable'),
  headers: { 'retry-after': '1' },
}
