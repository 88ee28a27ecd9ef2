import Bowser from 'bowser'

/** The part of a `User-Agent` that is read: browsers send some 150 characters, and the patterns are not for a stranger's novel. */
const maxRead = 300
const maxName = 60

/** `Firefox on Linux`, or a program's own name (`curl`); null for none. For people to know a session by, never for a decision. */
export function clientName(userAgent: string | undefined): string | null {
  const read = userAgent?.slice(0, maxRead).trim()
  if (!read) return null
  const { browser, os } = Bowser.parse(read)
  if (browser.name) return os.name ? `${browser.name} on ${os.name}` : browser.name
  return (/^[\w.-]+/.exec(read)?.[0] ?? 'Unknown').slice(0, maxName)
}
