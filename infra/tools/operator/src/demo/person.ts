import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { prove } from '@utter/client/sign-up'
import { UserAnswer, type UserView } from '@utter/contracts/http/account/user-view'
import { JobView, Submitted } from '@utter/contracts/http/jobs/job-views'
import { ProblemBody } from '@utter/contracts/http/problem'
import { UsageError } from '../usage-sentence.ts'
import type { DemoJob } from './demo-jobs.ts'

export type Person = { email: string; password: string; userId: string; send: Send }
type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Response>

const maxRetries = 60

/** A new account, signed up and used by the routes that everybody uses. @param url the gateway */
export async function signUp(url: string): Promise<Person> {
  const username = `demo-${randomBytes(3).toString('hex')}`
  const [email, password] = [`${username}@example.com`, randomBytes(9).toString('base64url')]
  const visitor = sender(url, {})
  const given = { username, email, password }
  const first = await visitor('POST', '/api/auth/signup', given)
  const answer = first.status === 403 ? await visitor('POST', '/api/auth/signup', await withProof(given, first)) : first
  const { user } = UserAnswer.parse(await successOf(answer))
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  return { email, password, userId: user.id, send: sender(url, { cookie }) }
}

/** The same sign-up with the proof of work that it owes, where others of this machine came before. */
async function withProof(given: object, refused: Response): Promise<object> {
  const { challenge } = ProblemBody.parse(await refused.json())
  return challenge ? { ...given, proof: await prove(challenge) } : given
}

/** Requests of one credential; what is refused for a moment alone (429, 503) is sent again after the time that the answer names. */
const sender =
  (url: string, headers: Record<string, string>): Send =>
  async (method, path, body) => {
    for (let retry = 0; ; retry++) {
      const response = await fetch(new URL(path, url), {
        method,
        // Some of its texts come twice, and each is spoken.
        headers: {
          ...headers,
          'cache-control': 'no-cache',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (![429, 503].includes(response.status) || retry === maxRetries) return response
      await pause(1_000 * Math.max(1, Number(response.headers.get('retry-after'))))
    }
  }

/** Submits a job, cancels it if it is to be, and waits for its end. @returns its id */
export async function runJob({ send }: Person, { path, body, cancelled }: DemoJob, limitMs: number): Promise<string> {
  const submitted = await send('POST', path, { ...body, requestId: randomUUID() })
  const { jobId } = Submitted.parse(await successOf(submitted))
  // Too late is an answer as well: then it ends as the others do.
  if (cancelled) await send('POST', `/api/jobs/${jobId}/cancel`)
  for (const untilMs = Date.now() + limitMs; Date.now() < untilMs; await pause(500)) {
    const { status } = JobView.parse(await successOf(await send('GET', `/api/jobs/${jobId}`)))
    if (status === 'completed' || status === 'failed') return jobId
  }
  throw new UsageError(
    `The job ${jobId} has not ended in ${limitMs / 60_000} minutes: see \`status\`, and \`job show ${jobId}\`.`,
  )
}

/** The account as it is shown to its owner. */
export async function userOf({ send }: Person): Promise<UserView> {
  return UserAnswer.parse(await successOf(await send('GET', '/api/auth/me'))).user
}

/** @throws UsageError with the sentence of a refusal */
async function successOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json()
  if (response.ok) return body
  throw new UsageError((body as { error?: string }).error ?? `The platform answered with ${response.status}.`)
}
