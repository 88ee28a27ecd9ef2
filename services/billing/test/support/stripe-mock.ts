import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { plainEnv } from '@utter/local/backing/server'
import { fetchOnce } from '@utter/local/cache/fetch'
import { onPath } from '@utter/local/cache/on-path'
import { freePort } from '@utter/local/free-port'
import { readSettings } from '@utter/local/settings'
import { superviseProcess } from '@utter/local/supervision/supervised-process'

/** Its specification of Stripe's API is somewhat older than the version that billing speaks. */
const version = '0.203.0'
/** Milliseconds for its download and its compilation, the first time. */
const buildLimitMs = 300_000

export type StripeMock = AsyncDisposable & { url: string }

/**
 * Stripe's own checker of requests: it knows the name and the type of each parameter, and keeps nothing. Undefined where it can't be
 * built: without Go, or without a proxy of Go's modules.
 */
export async function startStripeMock(): Promise<StripeMock | undefined> {
  const { env, cacheDir } = readSettings(process.env)
  if (!(await onPath('go', env))) return undefined
  const folder = await fetchOnce({
    ...{ cacheDir, name: 'stripe-mock', label: 'stripe-mock', verb: 'built', report: console.log, version },
    make: async (tmpDir) => {
      await promisify(execFile)('go', ['install', `github.com/stripe/stripe-mock@v${version}`], {
        env: { ...env, GOBIN: tmpDir },
        cwd: tmpDir,
        timeout: buildLimitMs,
      })
    },
  }).catch((error) => console.log(`stripe-mock could not be built: ${error}`))
  if (!folder) return undefined
  const url = `http://127.0.0.1:${await freePort()}`
  const server = superviseProcess(
    {
      name: 'stripe-mock',
      command: [join(folder, 'stripe-mock'), '-http-addr', new URL(url).host],
      cwd: folder,
      env: plainEnv(env),
      // It refuses a request without a key, and so answers.
      ready: async () => (await fetch(`${url}/v1/customers`)).status === 401,
      readyTimeoutMs: 30_000,
      log: () => {},
    },
    { report: console.log },
  )
  await server.start()
  return { url, [Symbol.asyncDispose]: () => server.stop(5_000) }
}
