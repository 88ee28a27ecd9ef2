import { join } from 'node:path'
import { onPath } from '@utter/local/cache/on-path'
import { runTool } from '@utter/local/cache/run-tool'
import { repoDir } from '@utter/local/settings'
import type { Ground } from '../ground.ts'
import { tolerate } from '../load/tolerate.ts'
import { unpacked } from './unpacked.ts'

export type Pressed = { requests: number; perSecond: number; p50Ms: number }
export type Press = (url: string, seconds: number, headers?: Record<string, string>) => Promise<Pressed>

const connections = 32

/** wrk, which asks again as soon as it was answered: how much a server can do. It costs little processor time itself. */
export async function findWrk(ground: Ground): Promise<Press> {
  const installed = await onPath('wrk', ground.settings.env)
  const { folder, libraryPath } = installed
    ? { folder: '', libraryPath: '' }
    : await unpacked(ground, { name: 'wrk', label: 'The load generator wrk', packages: ['wrk'] })
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
