import { setTimeout as sleep } from 'node:timers/promises'
import type { Report } from '../report.ts'
import { StartError } from '../start-error.ts'
import { isAnswered } from '../supervision/is-answered.ts'
import type { ProcessSpec } from '../supervision/supervised-process.ts'

/** Inputs for finding or starting a backing service. */
export type StartContext = {
  dataDir: string
  cacheDir: string
  env: NodeJS.ProcessEnv
  report: Report
  /** For tests: nothing needs to outlive the process, so smaller and without fsync. */
  ephemeral: boolean
  signal?: AbortSignal
}

/** A backing service: one of the person's own, or one with the command that starts it here. */
export type Server = { url: string; spec?: Pick<ProcessSpec, 'command' | 'env' | 'cwd' | 'ready' | 'readyTimeoutMs'> }

/** The first step of every fallback chain: an address in the environment, which must answer. */
export async function externalServer(
  name: string,
  variable: string,
  url: string,
  answers: (url: string) => Promise<boolean>,
  signal?: AbortSignal,
): Promise<Server> {
  const deadlineMs = Date.now() + 8000
  while (!(await isAnswered(() => answers(url)))) {
    if (Date.now() > deadlineMs)
      throw new StartError(
        `${name} does not answer at the address in ${variable}: start it, correct the address, or unset ${variable} to let Utter start one.`,
      )
    await sleep(500, undefined, { signal })
  }
  return { url }
}

type AddressType = { safeParse(value: string): { error?: { issues: { message: string }[] } | undefined } }
/** @throws StartError with the reason why an address cannot be used: its server would seem not to answer */
export function checkAddress(variable: string, type: AddressType, value: string): void {
  const [issue] = type.safeParse(value).error?.issues ?? []
  if (issue) throw new StartError(`${variable} ${issue.message}.`)
}

/** The part of the environment that any program may need. */
export function plainEnv(env: NodeJS.ProcessEnv): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ']
  return Object.fromEntries(kept.flatMap((key) => (env[key] === undefined ? [] : [[key, env[key]]])))
}
