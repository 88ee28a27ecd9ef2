import { testReplicas } from '../load/support/replicas.ts'

testReplicas(3)
