import { join } from 'node:path'
import { plainEnv } from '@utter/local/backing/server'
import { freePort } from '@utter/local/free-port'
import { repoDir } from '@utter/local/settings'
import type { BenchContext } from './bench-context.ts'
import { answers, startProgram } from './program.ts'
import type { Service } from './services.ts'

/** A program of `programs/`, on the same Node as the product; each answers at `/ready` of the PORT that it is given. */
export async function startOwn(
  context: BenchContext,
  name: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const program = await startProgram(context, {
    name,
    command: [
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      join(repoDir, 'infra/tools/bench/src/programs', `${name}.ts`),
    ],
    env: { ...plainEnv(context.settings.env), PORT: String(port), KAFKAJS_NO_PARTITIONER_WARNING: '1', ...env },
    ready: () => answers(`${url}/ready`),
  })
  return { ...program, url }
}
