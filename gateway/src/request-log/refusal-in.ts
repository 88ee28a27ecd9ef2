import { maxNotedCode, maxNotedText } from '@utter/contracts/http/internal/account/note-requests'

export type Refusal = { error?: string; code?: string }

/** Bytes of a body that is read: a problem with many fields has some hundreds. */
const maxReadBytes = 16 * 1024

/**
 * Why a request was refused, by the body of its answer, in each shape in which problems are told: ours, OpenAI's, ElevenLabs'. Empty for
 * another body, a long one, and one that is a stream.
 */
export function refusalIn(payload: unknown): Refusal {
  if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length > maxReadBytes) return {}
  const body = parsed(payload.toString())
  const { error, detail } = body
  const told = [detail].flat()[0]
  if (typeof error === 'string') return bounded(error, body.code)
  if (isObject(error)) return bounded(error.message, error.code)
  if (isObject(told)) return bounded(told.message ?? told.msg, told.status ?? told.type)
  return {}
}

const bounded = (error: unknown, code: unknown): Refusal => ({
  ...(typeof error === 'string' && { error: error.slice(0, maxNotedText) }),
  ...((typeof code === 'string' || typeof code === 'number') && { code: String(code).slice(0, maxNotedCode) }),
})

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function parsed(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text)
    return isObject(body) ? body : {}
  } catch {
    return {}
  }
}
