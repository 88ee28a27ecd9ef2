import { join } from 'node:path'
import { onPath } from '@utter/local/cache/on-path'
import { runTool } from '@utter/local/cache/run-tool'
import { repoDir } from '@utter/local/settings'
import type { BenchContext } from '../bench-context.ts'
import { tolerate } from '../load/tolerate.ts'
import { unpacked } from './unpacked.ts'

export type Pressed = { requests: number; perSecond: number; p50Ms: number }
export type Press = (url: string, seconds: number, headers?: Record<string, string>) => Promise<Pressed>

const connections = 32

/** wrk, whose connections send the next request as soon as the last was answered: the throughput of a server. It costs little processor time itself. */
export async function findWrk(context: BenchContext): Promise<Press> {
  const installed = await onPath('wrk', context.settings.env)
  const { folder, libraryPath } = installed
    ? { folder: '', libraryPath: '' }
    : await unpacked(context, { name: 'wrk', label: 'The load generator wrk', packages: ['wrk'] })
  const path = installed ?? join(folder, 'usr/bin/wrk')
  return async (url, seconds, headers = {}) => {
    const lines = await runTool(
      path,
      [
        ...['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`, '--timeout', '10s'],
        ...['--script', join(repoDir, 'infra/tools/bench/load/report.lua')],
        ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
        url,
      ],
      { env: { LD_LIBRARY_PATH: libraryPath || undefined } },
    )
    const report = JSON.parse(lines.split('\n').findLast((line) => line.startsWith('{')) ?? '{}') as Report
    tolerate(report.errors, report.requests, `requests to ${url}`)
    return {
      requests: report.requests,
      perSecond: report.requests / (report.durationUs / 1e6),
      p50Ms: report.p50Us / 1_000,
    }
  }
}

type Report = { requests: number; durationUs: number; errors: number; p50Us: number }
