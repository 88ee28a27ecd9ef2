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

/** A reply of the chat model, at once and always the same. */
export async function answerChat(page: Page, reply: string): Promise<void> {
  const body = `data: ${JSON.stringify({ text: reply })}\n\nevent: done\ndata: ${JSON.stringify({ response: reply })}\n\n`
  await page.route('**/api/chat', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
}
