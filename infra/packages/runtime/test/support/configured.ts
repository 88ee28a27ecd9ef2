// A process for run.test.ts: reads what every process reads.
import * as z from 'zod/mini'
import { processConfig, readConfig } from '../../src/read-config.ts'
import { run } from '../../src/run.ts'

await run('configured', async () => {
  readConfig(z.object(processConfig))
})
