import * as z from 'zod/mini'
import { defineEvent } from '../../event.ts'
import { Notice } from '../../http/notices/notice.ts'
import { Instant } from '../../ids.ts'

/**
 * Something about an account that its owner is to be told, by the service that knows it. `cause` is unique within the account: the same
 * once more is told once. `to`: the address of a mail that does not go to the account's present one. `language`: of such a mail, which may be one
 * that notifier does not know yet; absent: English.
 */
export const NoticeMade = defineEvent(
  'notice.made',
  'notice-made',
  z.object({
    cause: z.string(),
    at: Instant,
    to: z.optional(z.string()),
    language: z.optional(z.string()),
    notice: Notice,
  }),
)
