import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { aJob } from '@utter/web/test/answers/jobs'
import type { Page } from 'playwright-core'

const perPage = 100
const minuteMs = 60_000
const statuses = ['completed', 'completed', 'completed', 'failed', 'pending'] as const

export const jobIdAt = (index: number): string => `${index.toString(16).padStart(8, '0')}-0c1d-4c58-9d5e-6a0d4f0a1b2c`

export function jobAt(index: number): JobRow {
  const status = statuses[index % statuses.length] ?? 'completed'
  return aJob({
    id: jobIdAt(index),
    status,
    progress: status === 'completed' ? 100 : 0,
    userText: `Read this to our listeners, slowly and with a smile, as number ${index}`,
    createdAt: new Date(Date.UTC(2026, 0, 1) - index * minuteMs).toISOString(),
    version: 3,
    ...(status === 'completed' && { audioUrl: `/audio/${jobIdAt(index)}.mp3` }),
    ...(status === 'failed' && { error: 'Invalid voice ID', code: 'invalid_voice' }),
  })
}

export interface ServedJobs {
  /** On top of the numbered ones. */
  newest: JobRow[]
  asked: string[]
}

/** `GET /api/jobs` as an account of so many jobs has it, without making them: page after page, and a search that scans all. */
export async function serveJobs(page: Page, total: number): Promise<ServedJobs> {
  const served: ServedJobs = { newest: [], asked: [] }
  await page.route(/\/api\/jobs(\?.*)?$/, async (route) => {
    const url = new URL(route.request().url())
    served.asked.push(`${url.pathname}${url.search}`)
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const wanted = url.searchParams.get('q')?.toLowerCase()
    const rows: JobRow[] = from === 0 ? [...served.newest] : []
    let index = from
    for (; index < total && rows.length < perPage; index++) {
      const job = jobAt(index)
      if (!wanted || job.userText.toLowerCase().includes(wanted)) rows.push(job)
    }
    url.searchParams.set('cursor', String(index))
    await route.fulfill({
      json: rows,
      headers: index < total ? { link: `<${url.pathname}${url.search}>; rel="next"` } : {},
    })
  })
  return served
}
