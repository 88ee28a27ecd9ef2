import * as z from 'zod/mini'
import { limits } from '../jobs.ts'
import { requiredText, sentBody } from './fields.ts'

/** `POST /api/client-errors`: an error that a web page could not handle. */
export const ClientError = sentBody({
  message: requiredText('Message', limits.clientErrorMessage),
  stack: z.optional(
    z
      .string('Stack must be a string')
      .check(z.maxLength(limits.clientErrorStack, `Stack must be at most ${limits.clientErrorStack} characters`)),
  ),
  /** Path of the screen. A query is cut off by the gateway: it may hold a secret. */
  path: requiredText('Path', limits.clientErrorPath),
  /** Name of the web app's build. */
  build: requiredText('Build', limits.id),
})
export type ClientError = z.infer<typeof ClientError>
