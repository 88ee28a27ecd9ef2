import type { ProblemBody } from '@utter/contracts/http/problem'
import { isTransient } from '@utter/runtime/is-transient'
import { plainSentence } from '@utter/runtime/read-config'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { type Door, doorOf } from './doors/door-of.ts'
import { elevenLabsRefusal } from './doors/elevenlabs-error.ts'
import { openAiError } from './doors/openai-error.ts'
import { invalid, Problem, serviceUnavailable } from './problem.ts'

/** Fastify's own refusals, in our words. */
const known: Record<string, [status: number, code: string, sentence: string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'body_too_large', 'The request body is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'unsupported_media_type',
    'The request body must be JSON (Content-Type: application/json)',
  ],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'invalid_request', 'The length of the body is not what its header says'],
  FST_ERR_BAD_URL: [400, 'invalid_url', 'The address is not valid'],
  FST_ERR_MAX_PARAM_LENGTH: [404, 'not_found', 'Not found'],
}

export function toProblem(error: FastifyError | Problem | Error): Problem {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalid(
      error.validation.map((fault) => {
        const field = fault.instancePath.split('/').filter(Boolean).join('.')
        const message = fault.message ?? 'is not valid'
        return {
          field: field || 'body',
          message: message === plainSentence ? `${field || 'The body'} is not valid` : message,
        }
      }),
    )
  }
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>
  const own = known[code]
  if (own) return new Problem(own[0], own[1], own[2], { cause: error })
  if (isTransient(error)) return serviceUnavailable(error)
  if (statusCode >= 400 && statusCode < 500)
    return new Problem(statusCode, 'invalid_request', 'The request is not valid', { cause: error })
  return new Problem(500, 'internal', 'Something went wrong on our side', { cause: error })
}

export function answerProblem(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(error)
  if (problem.status >= 500 && problem.status !== 503)
    request.log.error({ reqId: request.id, err: error }, 'request failed')
  const own: ProblemBody = {
    error: problem.message,
    code: problem.code,
    requestId: request.id,
    ...(problem.challenge && { challenge: problem.challenge }),
    ...(problem.ticket !== undefined && { ticket: problem.ticket }),
    ...(problem.details && { details: problem.details }),
  }
  const { status, body } = inShapeOf(doorOf(request.url, request.headers), problem, own)
  // Past the schema of the route's own answers: the body of a problem is the same everywhere.
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .headers(problem.headers)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body)
}

function inShapeOf(door: Door | undefined, problem: Problem, own: ProblemBody): { status: number; body: object } {
  if (door === 'elevenlabs') return elevenLabsRefusal(problem)
  return { status: problem.status, body: door === 'openai' ? openAiError(problem) : own }
}
