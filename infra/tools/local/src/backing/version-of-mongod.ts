import { runTool } from '../cache/run-tool.ts'

/** The version of a mongod, by running it: libraries that are missing and processors without AVX are found out here. */
export async function versionOf(mongod: string): Promise<string> {
  const answer = await runTool(mongod, ['--version'], { timeoutMs: 10_000 })
  const [, version] = /\bdb version v(\d+\.\d+\.\d+)/.exec(answer) ?? []
  if (!version) throw new Error(`${mongod} does not tell its version`)
  return version
}
