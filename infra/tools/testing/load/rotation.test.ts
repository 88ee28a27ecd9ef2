import { testRotation } from './support/rotation.ts'

// During each step an old replica and its successor answer side by side. `long/rotation.test.ts` has two of each.
testRotation(1)
