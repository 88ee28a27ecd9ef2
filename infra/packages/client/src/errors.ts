import type { ProofChallenge } from '@utter/contracts/http/account/proof'
import { ProblemBody } from '@utter/contracts/http/problem'

export type FieldFault = { field: string; message: string }

/** An answer that is no success, or no answer at all: then `status` is 0 and `code` is `connection_lost` or `timed_out`. */
export class UtterError extends Error {
  readonly status: number
  /** For programs: it stays the same when the sentence changes. */
  readonly code: string
  /** The fields that are not valid. */
  readonly details: FieldFault[]
  /** Names the request in Utter's logs. */
  readonly requestId: string | undefined
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined
  /** The challenge of a sign-up that owes a proof of work: `proof_required`. */
  readonly challenge: ProofChallenge | undefined

  constructor(
    sentence: string,
    about: {
      status: number
      code: string
      details?: FieldFault[] | undefined
      requestId?: string | undefined
      retryAfter?: number | undefined
      challenge?: ProofChallenge | undefined
      cause?: unknown
    },
  ) {
    super(sentence, { cause: about.cause })
    this.name = 'UtterError'
    this.status = about.status
    this.code = about.code
    this.details = about.details ?? []
    this.requestId = about.requestId
    this.retryAfter = about.retryAfter
    this.challenge = about.challenge
  }
}

/** The error of an answer, whose body need not be one of Utter's: a proxy on the way may have sent it. */
export async function errorOf(response: Response): Promise<UtterError> {
  const text = await response.text().catch(() => '')
  const { success, data } = ProblemBody.safeParse(parsed(text))
  const retryAfter = retryAfterOf(response)
  return new UtterError(success ? data.error : `The request was answered with ${response.status}`, {
    status: response.status,
    code: success ? data.code : 'unknown',
    ...(success && { details: data.details, requestId: data.requestId, challenge: data.challenge }),
    retryAfter,
  })
}

/** Seconds of `Retry-After`; undefined without one, and for a date, which Utter never sends. */
export function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}

export const noAnswer = (cause: unknown): UtterError =>
  cause instanceof DOMException && cause.name === 'TimeoutError'
    ? new UtterError('No answer came in time', { status: 0, code: 'timed_out', cause })
    : new UtterError('The connection was lost', { status: 0, code: 'connection_lost', cause })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
