import type { Service } from '@utter/contracts/flow'

/** What is public, and who answers it. `/internal` and all else of a service stays inside. */
export const destinations: { prefix: string; service: Service }[] = [
  { prefix: '/api/auth', service: 'account' },
  { prefix: '/api/reply', service: 'jobs' },
  { prefix: '/api/tts', service: 'jobs' },
  { prefix: '/api/jobs', service: 'jobs' },
  { prefix: '/api/stats', service: 'jobs' },
  { prefix: '/api/chat', service: 'chat' },
  { prefix: '/api/voices', service: 'speech' },
  { prefix: '/audio', service: 'speech' },
  { prefix: '/api/events', service: 'notifier' },
  { prefix: '/api/plans', service: 'billing' },
  { prefix: '/api/referrals', service: 'referral' },
]

const spending = new Set(['/api/reply', '/api/tts', '/api/chat'])

/** Requests that cost money are limited by the plan; all others widely. */
export const isSpending = (method: string, prefix: string): boolean => method === 'POST' && spending.has(prefix)
