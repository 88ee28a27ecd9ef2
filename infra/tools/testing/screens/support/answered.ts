import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { aJob, jobViewOf, submittedAs } from '@utter/web/test/answers/jobs'
import type { Page } from 'playwright-core'

/** Refuses with a sentence; 404 is the only status that the test of accessibility accepts in the console. */
export const refuse = (
  page: Page,
  path: string | RegExp,
  error: string,
  { code = 'refused', status = 404, headers = {} } = {},
) => page.route(path, (route) => route.fulfill({ status, headers, json: { error, code, requestId: 'r-1' } }))

/** Answers requests of this method, and leaves others to the server. */
export const answerAs = (page: Page, method: string, path: string, json: unknown, status = 200) =>
  page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status, json }) : route.fallback(),
  )

/**
 * A question of the chatbot is answered by this job, at once and always the same. Its stream ends after its first events, and begins with them
 * again. @param writing the reply as far as it is written, of a job without `aiResponse`
 */
export async function answerReply(page: Page, over: Partial<JobView>, writing?: string): Promise<void> {
  const job = jobViewOf(aJob({ status: 'processing', progress: 50, version: 3 }), [], over)
  const { id, version, status, progress, aiResponse } = job
  const events = [
    ...(writing === undefined ? [] : [`event: writing\ndata: ${JSON.stringify({ text: writing })}`]),
    ...(aiResponse === undefined ? [] : [`event: reply\ndata: ${JSON.stringify({ text: aiResponse })}`]),
    `id: ${version}\ndata: ${JSON.stringify({ status, progress })}`,
  ]
  const body = events.map((event) => `${event}\n\n`).join('')
  await answerAs(page, 'POST', '**/api/reply', submittedAs(id), 202)
  await answerAs(page, 'GET', `**/api/jobs/${id}`, job)
  await page.route(`**/api/events/${id}`, (route) => route.fulfill({ contentType: 'text/event-stream', body }))
}
