import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestCase } from 'vitest/node'

/** Lists at the end of a run each test that needed a retry, with its first error: a retry that hides a fault is seen. */
export default class RetriedReporter implements Reporter {
  #retried: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if ((test.diagnostic()?.retryCount ?? 0) > 0) this.#retried.push(test)
  }

  onTestRunEnd(): void {
    if (this.#retried.length === 0) return
    // `.ci/run` looks for this line.
    console.log(`\nRetried tests: ${this.#retried.length}`)
    for (const test of this.#retried) console.log(linesOf(test))
  }
}

function linesOf(test: TestCase): string {
  const [first] = test.result().errors ?? []
  const message = first?.message.split('\n').slice(0, maxLines) ?? ['no error was kept']
  // The message of an array has its length alone.
  const received = stripVTControlCharacters(first?.diff ?? '')
    .split('\n')
    .filter((line) => /^\+ (?!Received)\s*\S{2}/.test(line))
    .slice(0, maxLines)
  const cause = (first?.cause as Error | undefined)?.message?.split('\n')[0]
  const { state } = test.result()
  return [
    `  ${test.project.name} ${test.module.relativeModuleId} > ${test.fullName} (${state} at the second try)`,
    ...[...message, ...received, ...(cause ? [`cause: ${cause}`] : [])].map((line) => `    ${line}`),
  ].join('\n')
}

const maxLines = 4
