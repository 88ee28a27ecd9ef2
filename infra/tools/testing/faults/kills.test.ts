import { testKills } from './support/kills.ts'

// Three of the thirteen rounds of `long/kills.test.ts`: a death before each store is written, after it, and after the publication.
testKills([
  {
    ...{ jobs: 'call-taken', chat: 'claimed', speech: 'recording-written', gateway: 'authenticated' },
    ...{ account: 'signed-up', billing: 'handled', referral: 'relayed', notifier: 'webhook-answered' },
  },
  {
    ...{ jobs: 'step-applied', chat: 'executed', speech: 'finished', gateway: 'answered' },
    ...{ account: 'relayed', billing: 'handled', referral: 'handled', notifier: 'handled' },
  },
  {
    ...{ jobs: 'end-published', chat: 'finished', speech: 'claim-withdrawn', gateway: 'authenticated' },
    ...{ account: 'handled', billing: 'handled', referral: 'relayed', notifier: 'relayed' },
  },
])
