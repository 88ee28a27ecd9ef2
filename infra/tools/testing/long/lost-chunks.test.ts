import { testLostChunks } from '../screens/support/lost-chunks.ts'

testLostChunks((wanted) => [...new Set([...wanted.values()].flatMap((names) => [...names]))])
