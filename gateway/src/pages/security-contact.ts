import type { App } from '@utter/http/route'

const dayMs = 24 * 3_600_000
/** Days for which what is read now is still true: less than the year that the RFC recommends at most. */
const validDays = 90

/**
 * Answers `/.well-known/security.txt` (RFC 9116): where a weakness is reported. Not there without a contact.
 * @param contact a URI: `mailto:…` or `https://…`
 */
export function securityContact(app: App, { contact, publicUrl }: { contact?: string; publicUrl: string }): void {
  if (contact === undefined) return
  const canonical = new URL('/.well-known/security.txt', publicUrl).href
  app.get('/.well-known/security.txt', (_request, reply) => {
    const today = Math.floor(Date.now() / dayMs) * dayMs
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${canonical}`,
    ]
    reply.header('cache-control', 'public, max-age=86400').type('text/plain; charset=utf-8')
    return lines.map((line) => `${line}\n`).join('')
  })
}
