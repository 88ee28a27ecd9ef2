import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Html, html, Html as Markup } from './html.ts'
import { style } from './style.ts'

const styleHash = createHash('sha256').update(style).digest('base64')
/** No scripts at all, one style known by its hash, and forms that lead nowhere else. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export type Page = { title: string; body: Html; status?: number }

/** A page, with its title and the note that no money moves. */
export function sendPage(reply: FastifyReply, { title, body, status = 200 }: Page): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Utter</title>
<style>${new Markup(style)}</style>
</head>
<body>
<main>
<header>
<h1>${title}</h1>
<p class="note">Sandbox: no money moves</p>
</header>
${body}
</main>
</body>
</html>
`
  return reply
    .status(status)
    .headers({
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(page.text)
}

export const seeOther = (reply: FastifyReply, url: string): FastifyReply => reply.redirect(url, 303)

export const missingPage = (reply: FastifyReply): FastifyReply =>
  sendPage(reply, {
    title: 'Page not found',
    status: 404,
    body: html`<p class="muted">There is nothing at this address.</p>`,
  })
