import { testRotation } from '../load/support/rotation.ts'

testRotation(2)
