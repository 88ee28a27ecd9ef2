import * as z from 'zod/mini'
import { UserId } from '../../../ids.ts'

/** `POST /internal/bounces`, operator to notifier: a mail to this address of the account came back for good. */
export const ReportBounce = z.object({ userId: UserId, email: z.string() })
export type ReportBounce = z.infer<typeof ReportBounce>
export const BouncedMail = z.object({ userId: UserId })
