import type { Service } from '@utter/contracts/flow'
import { maxBodyBytes } from '@utter/http/max-body-bytes'

export type Destination = {
  prefix: string
  service: Service
  maxBodyBytes: number
  /** The one type of its bodies, where that is not JSON. */
  contentType?: 'application/x-www-form-urlencoded'
  /** For a program that proves itself to the service: it has no account, and no rate. */
  isWebhook?: true
}

/** The public paths: the service that answers each, and its largest body. `/internal` and all other paths of a service stay inside. */
export const destinations: Destination[] = [
  { prefix: '/api/auth', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  { prefix: '/api/keys', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  { prefix: '/api/settings', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  { prefix: '/api/reply', service: 'jobs', maxBodyBytes: maxBodyBytes.job },
  { prefix: '/api/tts', service: 'jobs', maxBodyBytes: maxBodyBytes.job },
  { prefix: '/api/jobs', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/stats', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/usage', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/chat', service: 'chat', maxBodyBytes: maxBodyBytes.chat },
  { prefix: '/api/voices', service: 'speech', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/audio', service: 'speech', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/events', service: 'notifier', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/plans', service: 'billing', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/stripe', service: 'billing', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/stripe/webhook', service: 'billing', maxBodyBytes: maxBodyBytes.webhook, isWebhook: true },
  {
    prefix: '/sandbox',
    service: 'billing',
    maxBodyBytes: maxBodyBytes.other,
    contentType: 'application/x-www-form-urlencoded',
  },
  { prefix: '/api/referrals', service: 'referral', maxBodyBytes: maxBodyBytes.other },
]

const spending = new Set(['/api/reply', '/api/tts', '/api/chat'])

/** Requests that cost money are limited by the plan; all others widely. */
export const isSpending = (method: string, prefix: string): boolean => method === 'POST' && spending.has(prefix)
