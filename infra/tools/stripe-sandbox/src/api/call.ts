import * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { StripeError } from './stripe-error.ts'

type Answer = object | Promise<object>

/** A call of Stripe's API: its address, the parameters that it takes, and its answer. */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  params: z.ZodMiniType
  answer(params: unknown, context: Context, id: string): Answer
}

/** @param shape every parameter but `expand`, which all calls take; any other is refused */
export function call<Shape extends z.core.$ZodLooseShape>(
  method: Call['method'],
  path: string,
  shape: Shape,
  answer: (params: z.infer<z.ZodMiniObject<Shape, z.core.$strict>>, context: Context, id: string) => Answer,
): Call {
  return { method, path, params: z.strictObject(shape), answer: answer as Call['answer'] }
}

/** The parameters of a call, or the fault of the first that does not fit in Stripe's words. */
export function readParams(schema: z.ZodMiniType, given: Record<string, unknown>): unknown {
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const param = nameOf([...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])])
  if (unknown !== undefined) throw refusal('parameter_unknown', `Received unknown parameter: ${param}`, param)
  const isMissing = valueAt(given, issue?.path ?? []) === undefined
  throw isMissing
    ? refusal('parameter_missing', `Missing required param: ${param}.`, param)
    : refusal('parameter_invalid', `Invalid value for ${param}.`, param)
}

const refusal = (code: string, message: string, param: string) =>
  new StripeError(400, { type: 'invalid_request_error', code, message, param })

const nameOf = ([first = '', ...rest]: PropertyKey[]) =>
  `${String(first)}${rest.map((part) => `[${String(part)}]`).join('')}`

const valueAt = (given: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], given)
