import * as z from 'zod/mini'

/** Variables of each process that accepts or calls the address of a webhook. */
export const webhookTargets = {
  /** Whether a webhook may lead to this machine and its network: for development alone. */
  WEBHOOK_ALLOW_PRIVATE: z._default(z.enum(['true', 'false'], 'must be true or false'), 'false'),
}

/** Refuses private targets in production: anybody could have us request what only we can reach. */
export const publicTargetsInProduction = z.refine<{ NODE_ENV: string; WEBHOOK_ALLOW_PRIVATE: 'true' | 'false' }>(
  ({ NODE_ENV, WEBHOOK_ALLOW_PRIVATE }) => NODE_ENV !== 'production' || WEBHOOK_ALLOW_PRIVATE === 'false',
  {
    path: ['WEBHOOK_ALLOW_PRIVATE'],
    error: 'must not be true in production: anybody could have us ask what only we can reach',
  },
)
