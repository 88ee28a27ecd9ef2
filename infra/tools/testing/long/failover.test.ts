import { testFailover } from '../faults/support/failover.ts'

/** By the drivers' specification "Server Discovery and Monitoring", and the code of a router that cannot reach its shard. */
testFailover([
  { code: 6, codeName: 'HostUnreachable' },
  { code: 7, codeName: 'HostNotFound' },
  { code: 89, codeName: 'NetworkTimeout' },
  { code: 91, codeName: 'ShutdownInProgress' },
  { code: 112, codeName: 'WriteConflict' },
  { code: 133, codeName: 'FailedToSatisfyReadPreference' },
  { code: 189, codeName: 'PrimarySteppedDown' },
  { code: 262, codeName: 'ExceededTimeLimit' },
  { code: 10_107, codeName: 'NotWritablePrimary' },
  { code: 11_600, codeName: 'InterruptedAtShutdown' },
  { code: 11_602, codeName: 'InterruptedDueToReplStateChange' },
  { code: 13_435, codeName: 'NotPrimaryNoSecondaryOk' },
  { code: 13_436, codeName: 'NotPrimaryOrSecondary' },
])
