import type { Service } from '@utter/contracts/flow'
import { anyFile } from '@utter/http/bodies'
import { maxBodyBytes } from '@utter/http/limits/max-body-bytes'

export type Destination = {
  prefix: string
  service: Service
  maxBodyBytes: number
  /** The one type of its bodies, where that is not JSON. */
  contentType?: 'application/x-www-form-urlencoded' | typeof anyFile
  /** The body goes on as it comes, and is never held: the service bounds its pauses. */
  isStreamed?: true
  /** For a program that proves itself to the service: it has no account, and no rate. */
  isWebhook?: true
  /**
   * `POST`s here in 60 s of one account, or of one address of a program without an account: they make us call other people's machines, or
   * compute before anybody is known. Absent: counted as reads.
   */
  postsPerMinute?: number
  /** For programs with an API key, by `POST` alone: a session is no credential here. Whether it spends is told by its body. */
  isForAgents?: true
  /** A `POST` here costs money, but where its path ends with one of these. Absent: none does. */
  spendsBut?: string[]
}

/** The public paths: the service that answers each, and its largest body. `/internal` and all other paths of a service stay inside. */
export const destinations: Destination[] = [
  { prefix: '/api/auth', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  // Jobs has nearly all of what an account exports.
  { prefix: '/api/auth/export', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/keys', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  { prefix: '/api/requests', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  { prefix: '/api/settings', service: 'account', maxBodyBytes: maxBodyBytes.auth },
  { prefix: '/api/settings/webhook', service: 'notifier', maxBodyBytes: maxBodyBytes.auth, postsPerMinute: 10 },
  { prefix: '/api/settings/notifications', service: 'notifier', maxBodyBytes: maxBodyBytes.auth, postsPerMinute: 30 },
  { prefix: '/api/notifications', service: 'notifier', maxBodyBytes: maxBodyBytes.auth, postsPerMinute: 60 },
  // The clients of mailboxes send a form (RFC 8058).
  {
    prefix: '/api/notifications/unsubscribe',
    service: 'notifier',
    maxBodyBytes: maxBodyBytes.auth,
    contentType: 'application/x-www-form-urlencoded',
  },
  { prefix: '/api/webhooks', service: 'notifier', maxBodyBytes: maxBodyBytes.auth, postsPerMinute: 60 },
  { prefix: '/api/reply', service: 'jobs', maxBodyBytes: maxBodyBytes.job, spendsBut: [] },
  { prefix: '/api/tts', service: 'jobs', maxBodyBytes: maxBodyBytes.job, spendsBut: [] },
  { prefix: '/api/batch', service: 'jobs', maxBodyBytes: maxBodyBytes.batch, spendsBut: ['/cancel'] },
  { prefix: '/api/batches', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  {
    prefix: '/api/works',
    service: 'jobs',
    maxBodyBytes: maxBodyBytes.work,
    isStreamed: true,
    spendsBut: ['/pause', '/cancel', '/move'],
  },
  {
    prefix: '/api/works/file',
    service: 'jobs',
    maxBodyBytes: maxBodyBytes.manuscript,
    contentType: anyFile,
    isStreamed: true,
    spendsBut: [],
  },
  // Podcasts of works, by a secret address.
  { prefix: '/feeds', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/jobs', service: 'jobs', maxBodyBytes: maxBodyBytes.job, spendsBut: ['/cancel', '/share'] },
  // Jobs that are shared, by a secret link.
  { prefix: '/api/shared', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/.well-known/utter-keys.json', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  {
    prefix: '/api/verify',
    service: 'jobs',
    maxBodyBytes: maxBodyBytes.sound,
    contentType: anyFile,
    isStreamed: true,
    postsPerMinute: 30,
  },
  { prefix: '/api/stats', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/usage', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/pronunciations', service: 'jobs', maxBodyBytes: maxBodyBytes.pronunciations },
  // Has a word spoken.
  { prefix: '/api/pronunciations/sample', service: 'speech', maxBodyBytes: maxBodyBytes.other, spendsBut: [] },
  { prefix: '/v1/audio', service: 'jobs', maxBodyBytes: maxBodyBytes.job, spendsBut: [] },
  { prefix: '/v1/models', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/mcp', service: 'jobs', maxBodyBytes: maxBodyBytes.job, isForAgents: true },
  { prefix: '/v1/text-to-speech', service: 'jobs', maxBodyBytes: maxBodyBytes.job, spendsBut: [] },
  { prefix: '/v1/user', service: 'jobs', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/chat', service: 'chat', maxBodyBytes: maxBodyBytes.chat, spendsBut: [] },
  { prefix: '/v1/voices', service: 'speech', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/v2/voices', service: 'speech', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/voices', service: 'speech', maxBodyBytes: maxBodyBytes.other },
  // Each asks the vendor of the voices, or has a sentence spoken.
  { prefix: '/api/voices/mine', service: 'speech', maxBodyBytes: maxBodyBytes.other, spendsBut: [] },
  { prefix: '/audio', service: 'speech', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/events', service: 'notifier', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/plans', service: 'billing', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/billing', service: 'billing', maxBodyBytes: maxBodyBytes.other },
  { prefix: '/api/stripe', service: 'billing', maxBodyBytes: maxBodyBytes.other },
  {
    prefix: '/api/stripe/webhook',
    service: 'billing',
    maxBodyBytes: maxBodyBytes.webhook,
    isWebhook: true,
    postsPerMinute: 600,
  },
  {
    prefix: '/sandbox',
    service: 'billing',
    maxBodyBytes: maxBodyBytes.other,
    contentType: 'application/x-www-form-urlencoded',
  },
  { prefix: '/api/referrals', service: 'referral', maxBodyBytes: maxBodyBytes.other },
]

/**
 * Requests that cost money are limited by the plan; all others widely. A path that is spelt otherwise than it is named here spends.
 * @param url as it was requested
 */
export function isSpending(method: string, prefix: string, url: string): boolean {
  const free = destinations.find((one) => one.prefix === prefix)?.spendsBut
  if (method !== 'POST' || !free) return false
  const path = url.split('?', 1)[0] ?? ''
  return !free.some((end) => path.endsWith(end))
}

/**
 * Whether a suspended account may do this: it reads, ends what it has, looks after its password and its sessions, pays what is open, and
 * leaves.
 * @param url as it was requested
 */
export function isOpenToSuspended(method: string, prefix: string, url: string): boolean {
  if (['GET', 'HEAD', 'DELETE'].includes(method) || prefix.startsWith('/api/auth') || prefix === '/sandbox') return true
  const path = url.split('?', 1)[0] ?? ''
  return path.endsWith('/cancel') || path === '/api/stripe/billing-portal'
}
