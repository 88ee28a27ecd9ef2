import { testOutages } from '../faults/support/outages.ts'

testOutages({ brokerHangs: 15_000, brokerIsAway: 60_000, speechHangs: 25_000 })
