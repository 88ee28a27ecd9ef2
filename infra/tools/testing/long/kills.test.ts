import { testKills } from '../faults/support/kills.ts'

/** Failpoints between two steps, by the process that dies there. The shorter lists begin again. */
const failpoints = {
  jobs: [
    'inserted',
    'call-taken',
    'accepted',
    'relayed',
    'activated',
    'handled',
    'step-applied',
    'cancelled',
    'removed',
    'settled',
    'end-published',
    'deleted',
    'deletion-published',
  ],
  chat: ['claimed', 'started', 'executed', 'finished', 'reported'],
  speech: ['claimed', 'started', 'recording-written', 'executed', 'finished', 'reported', 'claim-withdrawn'],
  gateway: ['authenticated', 'answered'],
  account: ['signed-up', 'relayed', 'handled'],
  billing: ['handled'],
  referral: ['relayed', 'handled'],
  notifier: ['handled', 'webhook-leased', 'webhook-answered', 'webhook-recorded', 'relayed'],
}

testKills(
  failpoints.jobs.map((_, round) =>
    Object.fromEntries(Object.entries(failpoints).map(([name, all]) => [name, all[round % all.length] ?? ''])),
  ),
)
