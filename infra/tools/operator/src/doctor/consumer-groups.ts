import type { Service } from '@utter/contracts/flow'

/** The groups in which each service consumes, but those of its broadcasts; a rule holds them to the `main.ts` of each. */
export const consumerGroups: Record<Service, string[]> = {
  account: ['account', 'account-webhooks'],
  jobs: ['jobs', 'jobs-states', 'jobs-referrals', 'jobs-accounts'],
  chat: ['chat', 'chat-accounts', 'chat-withdrawals'],
  speech: ['speech', 'speech-accounts', 'speech-withdrawals'],
  notifier: ['notifier', 'notifier-states', 'notifier-accounts', 'notifier-deletions', 'notifier-notices'],
  billing: ['billing'],
  referral: ['referral', 'referral-payments'],
}
