import { describeRoutes } from '@utter/http/openapi/describe-routes'
import { unavailable } from '@utter/http/problem'
import type { App } from '@utter/http/route'
import { docsPage } from '../page/page.ts'
import { documentOf } from './document.ts'
import type { ApiParts } from './parts.ts'
import { sendVersion, versionOf } from './versioned-text.ts'

type Deps = { parts: () => Promise<ApiParts>; publicUrl: string; cookieName: string }

/** Nothing from elsewhere and nothing in line: the same page for everybody, so that caches may keep it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
const cacheControl = 'public, max-age=60'

/** `GET /openapi.json`: the description of the whole API. `GET /docs`: the same to read. For everybody. */
export function describeApi(app: App, { parts, publicUrl, cookieName }: Deps): void {
  const make = (present: ApiParts) => {
    const document = documentOf([...present.parts, describeRoutes(app)], { publicUrl, cookieName })
    return {
      json: versionOf(JSON.stringify(document)),
      page: versionOf(docsPage(document, present.missing.length > 0)),
    }
  }
  let last: { of: ApiParts; made: ReturnType<typeof make> } | undefined
  const read = async () => {
    const present = await parts()
    if (last?.of !== present) last = { of: present, made: make(present) }
    return { ...last.made, isWhole: present.missing.length === 0 }
  }

  app.get('/openapi.json', async (request, reply) => {
    const { json, isWhole } = await read()
    // A client that is made from a part of it would lack the rest in silence.
    if (!isWhole) throw unavailable('The description is not complete yet, try again in a moment', 2)
    reply.header('cache-control', cacheControl).type('application/json; charset=utf-8')
    return sendVersion(request, reply, json)
  })
  app.get('/docs', async (request, reply) => {
    const { page, isWhole } = await read()
    reply
      .header('cache-control', isWhole ? cacheControl : 'no-store')
      .header('content-security-policy', policy)
      .type('text/html; charset=utf-8')
    return sendVersion(request, reply, page)
  })
}
