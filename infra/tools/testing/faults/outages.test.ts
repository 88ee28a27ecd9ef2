import { testOutages } from './support/outages.ts'

// Claims are dead after 5 s here; `long/outages.test.ts` has the times of a bad day.
testOutages({ brokerHangs: 4_000, brokerIsAway: 8_000, speechHangs: 9_000 })
