import type { App } from '@utter/http/route'
import qs from 'qs'

/** Bodies and queries with nested names (`items[0][price]=…`), as Stripe's clients write them. */
const options = { depth: 8, arrayLimit: 200, parameterLimit: 2000, allowDots: false, plainObjects: false } as const
export const parseForm = (text: string): Record<string, unknown> => qs.parse(text, options)

export const queryOf = (url: string): Record<string, unknown> =>
  parseForm(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

export function addFormParser(app: App): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parseForm(String(body))),
  )
}
