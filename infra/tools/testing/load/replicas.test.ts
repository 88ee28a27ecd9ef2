import { testReplicas } from './support/replicas.ts'

// When one of two has gone, the other is alone. `long/replicas.test.ts` has three.
testReplicas(2)
