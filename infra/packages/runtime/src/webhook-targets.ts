import * as z from 'zod/mini'

/** Variables of each process that accepts or calls the address of a webhook. */
export const webhookTargets = {
  /** Whether a webhook may lead to this machine and its network: for development alone. */
  WEBHOOK_ALLOW_PRIVATE: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
  /** Whether a webhook may be plain `http:`, readable on its way: by default in development alone. */
  WEBHOOK_ALLOW_PLAIN: z.optional(z.enum(['true', 'false'], 'must be true or false')),
}
type Environment = z.infer<z.ZodMiniObject<typeof webhookTargets>> & { NODE_ENV: string }

/** The addresses that a webhook may have. */
export type WebhookTargets = { allowPrivate: boolean; allowPlain: boolean }
export const webhookTargetsOf = ({
  NODE_ENV,
  WEBHOOK_ALLOW_PRIVATE,
  WEBHOOK_ALLOW_PLAIN,
}: Environment): WebhookTargets => ({
  allowPrivate: WEBHOOK_ALLOW_PRIVATE === 'true',
  allowPlain: (WEBHOOK_ALLOW_PLAIN ?? String(NODE_ENV !== 'production')) === 'true',
})

/** Refuses private targets in production: anybody could have us request what only we can reach. */
export const publicTargetsInProduction = z.refine<Environment>(
  ({ NODE_ENV, WEBHOOK_ALLOW_PRIVATE }) => NODE_ENV !== 'production' || WEBHOOK_ALLOW_PRIVATE === 'false',
  {
    path: ['WEBHOOK_ALLOW_PRIVATE'],
    error: 'must not be true in production: anybody could have us ask what only we can reach',
  },
)
