import { connect } from 'node:tls'
import { type Check, type Finding, failed, ok, skipped, warning } from '../check.ts'
import type { Examined } from '../examined.ts'
import { messageOf } from '../run-checks.ts'

const day = 24 * 3_600_000
const minDays = 3
const wantedDays = 21
const handshakeMs = 3_000

export const settingChecks: Check[] = [
  { name: 'settings: NODE_ENV', examine: examineMode },
  { name: 'settings: PUBLIC_URL', examine: examinePublicUrl },
  { name: 'settings: certificate', examine: examineCertificate },
  { name: 'settings: TRUSTED_PROXIES', examine: examineProxies },
]

const addressOf = ({ settings }: Examined): URL | undefined =>
  settings.PUBLIC_URL && URL.canParse(settings.PUBLIC_URL) ? new URL(settings.PUBLIC_URL) : undefined
const isOwnMachine = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

async function examineMode(examined: Examined): Promise<Finding> {
  const url = addressOf(examined)
  if (examined.isProduction) return ok('production')
  // People reach it: cookies, webhooks and the sandbox are as on a developer's machine.
  return url?.protocol === 'https:' && !isOwnMachine(url)
    ? warning('development, at a public address', 'set NODE_ENV=production, of every process')
    : ok('development')
}

async function examinePublicUrl(examined: Examined): Promise<Finding> {
  const url = addressOf(examined)
  const written = examined.settings.PUBLIC_URL
  if (!written) return skipped('PUBLIC_URL is not set here')
  if (!url) return failed('it is no address', 'set PUBLIC_URL to https:// and the name that people type')
  if (url.protocol === 'https:') return ok('it begins with https:')
  return examined.isProduction
    ? warning('it begins with http:', 'set PUBLIC_URL to the https: address of the proxy in front')
    : ok('it begins with http: (not in production)')
}

async function examineCertificate(examined: Examined): Promise<Finding> {
  const url = addressOf(examined)
  if (url?.protocol !== 'https:') return skipped('PUBLIC_URL has none')
  try {
    const days = Math.floor(((await expiryOf(url)) - examined.now().getTime()) / day)
    const observed = `it expires in ${days} days`
    const action = `renew the certificate of ${url.hostname}: certbot renew`
    if (days < minDays) return failed(observed, action)
    return days < wantedDays ? warning(observed, action) : ok(observed)
  } catch (error) {
    return failed(messageOf(error), `let ${url.host} answer with a certificate of that name`)
  }
}

function expiryOf({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    // Whether it is trusted is for browsers to say; here it is how long it lasts.
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
    })
    socket.setTimeout(handshakeMs, () => socket.destroy(new Error(`no handshake within ${handshakeMs / 1_000} s`)))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to: validTo } = socket.getPeerCertificate()
      socket.destroy()
      resolve(Date.parse(validTo))
    })
  })
}

async function examineProxies(examined: Examined): Promise<Finding> {
  const proxies = examined.settings.TRUSTED_PROXIES
  if (proxies) return ok(proxies)
  return examined.isProduction && addressOf(examined)?.protocol === 'https:'
    ? warning(
        'none is named here: behind a proxy all people are one address',
        'set TRUSTED_PROXIES to the addresses of the proxy, of the gateway and here',
      )
    : ok('none')
}
