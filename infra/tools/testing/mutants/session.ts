import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repoDir } from '@utter/local/settings'
import { BaseSequencer, createVitest, type TestSpecification } from 'vitest/node'
import config from '../../../../vitest.config.ts'
import { instrument } from './instrument.ts'
import { createKeptPool } from './kept-pool.ts'
import type { Mutant } from './mutant.ts'
import './provided.ts'

export type Run = {
  isPassed: boolean
  /** Whether it had to be ended. */
  isLate: boolean
  /** The test file that failed, and why. */
  failed?: { file: string; message: string }
  ms: number
}
export type Uses = { loading: string[]; running: string[] }

const [testTimeout, hookTimeout] = [30_000, 60_000]
/** The time that a test has with a mutant: a busy machine stands still for seconds, and a mutant may do so for ever. */
const [minTestMs, maxTestMs] = [5_000, 12_000]

/** The order in which they were given. */
class AsGiven extends BaseSequencer {
  override sort = async (files: TestSpecification[]) => files
}

type Options = { project: 'node' | 'web'; include: string[]; mutants: Map<string, Mutant[]> }

/** A Vitest with its servers started, for all mutants of a part: sources are instrumented as they are loaded, and no file is changed. */
export async function openSession({ project, include, mutants }: Options) {
  const projects = (config as { test: { projects: { test: { name: string; globalSetup?: string } }[] } }).test.projects
  const found = projects.find(({ test }) => test.name === project)?.test
  const folder = mkdtempSync(join(tmpdir(), 'mutants-'))
  const usesFile = join(folder, 'uses.json')
  const pool = createKeptPool()
  const vitest = await createVitest(
    'test',
    {
      ...(found as object),
      name: project,
      config: false,
      root: repoDir,
      include,
      watch: false,
      reporters: [{}],
      silent: true,
      bail: 1,
      retry: 0,
      // Its keys know nothing of mutants: sources of another run would be used, and ours by other runs.
      fsModuleCache: false,
      maxWorkers: 1,
      isolate: project === 'web',
      testTimeout,
      hookTimeout,
      pool,
      setupFiles: [fileURLToPath(new URL('switches.ts', import.meta.url))],
      sequence: { sequencer: AsGiven },
    },
    {
      plugins: [
        {
          name: 'mutants',
          enforce: 'pre',
          transform: (code, id) => {
            const list = mutants.get(relative(repoDir, id.split('?')[0] ?? ''))
            return list ? { code: instrument(code, list), map: null } : undefined
          },
        },
      ],
    },
  )
  await vitest.globTestSpecifications()
  const specOf = (file: string) => vitest.getRootProject().createSpecification(join(repoDir, file))

  /** Runs test files in this order until one fails. @param key the mutant that is on; '': none */
  async function run(key: string, files: string[], limitMs: number, testMs = testTimeout): Promise<Run> {
    vitest.provide('mutant', {
      key,
      usesFile,
      testMs: Math.min(Math.max(testMs, minTestMs), key ? maxTestMs : testTimeout),
    })
    vitest.state.filesMap.clear()
    const startedMs = performance.now()
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      void pool.drop()
    }, limitMs)
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(files.map(specOf))
    clearTimeout(timer)
    const failed = testModules.find((module) => module.state() === 'failed')
    const errors = failed
      ? [...failed.errors(), ...[...failed.children.allTests('failed')].flatMap((test) => test.result().errors ?? [])]
      : unhandledErrors
    const message = String((errors[0] as Error | undefined)?.message ?? '').slice(0, 300)
    const isFailed = failed !== undefined || unhandledErrors.length > 0 || isLate
    return {
      isPassed: !isFailed,
      isLate,
      ...(isFailed && { failed: { file: failed ? relative(repoDir, failed.moduleId) : (files[0] ?? ''), message } }),
      ms: performance.now() - startedMs,
    }
  }

  return {
    run,
    /** The switches that a test file came by, while its modules were loaded and afterwards. */
    async usesOf(file: string, limitMs: number): Promise<{ run: Run; uses: Uses }> {
      rmSync(usesFile, { force: true })
      const done = await run('', [file], limitMs)
      const uses = done.isPassed ? (JSON.parse(readFileSync(usesFile, 'utf8')) as Uses) : { loading: [], running: [] }
      return { run: done, uses }
    },
    renew: () => pool.drop(),
    async [Symbol.asyncDispose]() {
      await pool.drop()
      await vitest.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Session = Awaited<ReturnType<typeof openSession>>
