import * as z from 'zod/mini'
import { Instant } from '../../../ids.ts'

/** `POST /internal/password-resets`, operator to account. */
export const CreatePasswordReset = z.object({ email: z.string() })
export type CreatePasswordReset = z.infer<typeof CreatePasswordReset>

/** The link is shown in this answer alone: the database has only the hash of its token. It works once. */
export const CreatedPasswordReset = z.object({ url: z.string(), expiresAt: Instant })
