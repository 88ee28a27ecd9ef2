import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as z from 'zod/mini'

/** A bearer token and when it ends, in ms since 1970; a token that does not say is asked for anew for each connection. */
export type BearerToken = { value: string; endsAtMs: number | undefined }
export type FetchToken = () => Promise<BearerToken>

const run = promisify(execFile)
const fetchLimitMs = 10_000
/** Time before its end at which a token is replaced: a broker must still take it when it arrives. */
const aheadMs = 60_000

/** A token for all connections, fetched when there is none that lasts; callers at the same moment wait for the same fetch. */
export function tokenCache(fetchToken: FetchToken): () => Promise<string> {
  let token: BearerToken | undefined
  let fetching: Promise<BearerToken> | undefined
  const lasts = () => token?.endsAtMs !== undefined && token.endsAtMs - aheadMs > Date.now()
  return async () => {
    if (token && lasts()) return token.value
    fetching ??= fetchToken().finally(() => {
      fetching = undefined
    })
    token = await fetching
    return token.value
  }
}

/**
 * The output of a command of the shell.
 * @throws Error without the command or its output, which may hold secrets
 */
export const commandToken =
  (command: string): FetchToken =>
  async () => {
    const { stdout } = await run('/bin/sh', ['-c', command], { timeout: fetchLimitMs }).catch((error) => {
      throw new Error(`KAFKA_TOKEN_COMMAND failed: ${error.killed ? 'no answer within 10 s' : `exit ${error.code}`}`)
    })
    const value = stdout.trim()
    if (!value || /\s/.test(value)) throw new Error('KAFKA_TOKEN_COMMAND printed no token alone on a line')
    return { value, endsAtMs: endOf(value) }
  }

type Client = { url: string; clientId: string; clientSecret: string; scope: string | undefined }
const Answer = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.optional(z.number()) })

/** A token by client credentials (RFC 6749, 4.4). @throws Error with the status of the answer, and nothing else of it */
export const endpointToken =
  ({ url, clientId, clientSecret, scope }: Client): FetchToken =>
  async () => {
    const encoded = [clientId, clientSecret].map(encodeURIComponent).join(':')
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(encoded).toString('base64')}`, accept: 'application/json' },
      body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope && { scope }) }),
      redirect: 'error',
      signal: AbortSignal.timeout(fetchLimitMs),
    })
    if (!response.ok) throw new Error(`KAFKA_TOKEN_URL answered ${response.status}`)
    const answer = Answer.safeParse(await response.json().catch(() => undefined))
    if (!answer.success) throw new Error('KAFKA_TOKEN_URL answered without an access_token')
    const { access_token: value, expires_in: seconds } = answer.data
    return { value, endsAtMs: seconds === undefined ? endOf(value) : Date.now() + seconds * 1_000 }
  }

/** Amazon's token for MSK, signed with what the SDK's chain finds: a role of the pod, of the machine, or keys. */
export const mskToken =
  (region: string): FetchToken =>
  async () => {
    // Loaded when it is used: it brings Amazon's SDK.
    const { generateAuthToken } = await import('aws-msk-iam-sasl-signer-js')
    const { token, expiryTime } = await generateAuthToken({ region })
    return { value: token, endsAtMs: expiryTime }
  }

/** The end that a JWT says of itself; its signature is the broker's to check. */
function endOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    return typeof exp === 'number' ? exp * 1_000 : undefined
  } catch {
    return undefined
  }
}
