import { testFailover } from './support/failover.ts'

// A case of each way in which the driver goes on: another connection, another server, the same again. `long/failover.test.ts` has every code.
testFailover([
  { code: 89, codeName: 'NetworkTimeout' },
  { code: 112, codeName: 'WriteConflict' },
  { code: 10_107, codeName: 'NotWritablePrimary' },
])
