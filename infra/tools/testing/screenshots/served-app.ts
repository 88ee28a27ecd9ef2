import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { InterfaceLanguage } from '@utter/contracts/http/languages'
import { repoDir } from '@utter/local/settings'
import type { Page, Route } from 'playwright-core'
import type { Answers } from './answers/api.ts'
import { now } from './answers/jobs.ts'

/** The address in the pictures, also of the code that a person copies. No server is asked: the browser's requests end here. */
export const appUrl = 'https://utter.example'
const dist = join(repoDir, 'web/dist')
const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export type Theme = 'dark' | 'light'

interface Shown {
  theme: Theme
  language: InterfaceLanguage
}

/** Serves the built app in a page, with fixed answers, a fixed time, and open streams with fixed events. */
export async function serveApp(page: Page, answers: Answers, { theme, language }: Shown): Promise<void> {
  await page.clock.setFixedTime(now)
  for (const [name, value] of Object.entries({ theme, language }))
    await page.addInitScript(`localStorage.setItem('${name}', '${value}')`)
  for (const script of [openStreams, silence, fixedIds]) await page.addInitScript(script)
  await page.route(`${appUrl}/**`, (route) => respond(route, answers))
}

async function respond(route: Route, answers: Answers): Promise<void> {
  const { pathname, searchParams } = new URL(route.request().url())
  // Its length and outline are known without it.
  if (pathname.startsWith('/audio/') || pathname.endsWith('/audio.mp3')) return
  if (pathname.startsWith('/api/')) return respondToCall(route, { pathname, searchParams }, answers)
  const type = types[extname(pathname)]
  if (type) return route.fulfill({ contentType: type, body: await readFile(join(dist, pathname)) })
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const session = answers['/api/auth/me'] ? 'yes' : 'no'
  const body = page.replace('__SESSION__', session).replace('__NOTICE__', '')
  return route.fulfill({ contentType: 'text/html', body })
}

async function respondToCall(
  route: Route,
  { pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
  answers: Answers,
): Promise<void> {
  const key = `${route.request().method() === 'GET' ? '' : `${route.request().method()} `}${pathname}`
  if (!(key in answers))
    return route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found', requestId: '' } })
  const known = answers[key]
  const answer = typeof known === 'function' ? known(route.request().postDataJSON(), searchParams) : known
  if (answer === undefined) return
  if (typeof answer === 'object' && answer !== null && 'refusedBy' in answer && 'body' in answer)
    return route.fulfill({ status: Number(answer.refusedBy), json: answer.body })
  await route.fulfill({ json: answer })
}

// An open stream has no end, which a fixed answer cannot have. A job's begins with its present state and its reply.
const openStreams = `
window.EventSource = class {
  named = {}
  constructor(url) {
    setTimeout(() => this.begin(url.match(/events\\/(.+)/)?.[1]), 0)
  }
  async begin(jobId) {
    this.onopen?.()
    if (!jobId) return
    const { version, status, progress, audioUrl, aiResponse } = await (await fetch('/api/jobs/' + jobId)).json()
    this.onmessage?.({ data: JSON.stringify({ status, progress, audioUrl }), lastEventId: String(version) })
    if (aiResponse) this.named.reply?.({ data: JSON.stringify({ text: aiResponse }) })
  }
  addEventListener(name, listener) {
    this.named[name] = listener
  }
  close() {}
}`

// A browser that plays nothing by itself, even after a click.
const silence = `
HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'))`

// The same ids each time, and no two alike: the request that a person copies has one.
const fixedIds = `
let ids = 7
crypto.randomUUID = () => 'req_' + ids++ + 'Q2m'`
