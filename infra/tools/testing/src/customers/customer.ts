import { randomUUID } from 'node:crypto'
import type { UserView } from '@utter/contracts/http/account/user-view'
import type { JobView } from '@utter/contracts/http/jobs/job-views'
import { type ReadOptions, readEvents, type SseEvent } from './sse.ts'

export type Answer = { status: number; headers: Headers; body: unknown }

/** Somebody who uses the platform from outside, as a browser or a program would. */
export class Customer {
  readonly url: string
  readonly headers: Record<string, string>
  user: UserView | undefined
  /** Whether a job may reuse the audio of an earlier one; else each is spoken, as most tests expect. */
  mayBeCached = false

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.headers = headers
  }

  /** A new account with a session. */
  static async signUp(
    url: string,
    given: Partial<{ username: string; email: string; password: string; referralCode: string }> = {},
  ): Promise<Customer> {
    const name = `user-${randomUUID().slice(0, 8)}`
    const visitor = new Customer(url)
    const { status, headers, body } = await visitor.post('/api/auth/signup', {
      username: name,
      email: `${name}@example.com`,
      password: 'a long password',
      ...given,
    })
    if (status !== 201) throw new Error(`sign-up was answered with ${status}: ${JSON.stringify(body)}`)
    return Customer.from(url, { status, headers, body })
  }

  /** The customer of this answer to a sign-up or a login. */
  static from(url: string, { headers, body }: Answer): Customer {
    const cookie = headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const customer = new Customer(url, { cookie })
    customer.user = (body as { user: UserView }).user
    return customer
  }

  get email(): string {
    return this.user?.email ?? ''
  }

  async request(
    method: string,
    path: string,
    options: { body?: unknown; raw?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Answer> {
    const payload = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body))
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        ...(this.mayBeCached ? {} : { 'cache-control': 'no-cache' }),
        ...this.headers,
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload !== undefined && { body: payload }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: parsed(text) }
  }
  get = (path: string, headers?: Record<string, string>) => this.request('GET', path, { ...(headers && { headers }) })
  post = (path: string, body?: unknown, headers?: Record<string, string>) =>
    this.request('POST', path, { body, ...(headers && { headers }) })

  /** Submits a text to be spoken. @returns the answer, also a refusal */
  speak = (text: string, more: Record<string, unknown> = {}) =>
    this.post('/api/tts', { userText: text, requestId: randomUUID(), voiceId: 'default', ...more })

  async job(id: string): Promise<JobView> {
    const { status, body } = await this.get(`/api/jobs/${id}`)
    if (status !== 200) throw new Error(`the job was answered with ${status}`)
    return body as JobView
  }

  /** The events of a stream until it ends, or until `enough` is true. */
  events = (path: string, options: ReadOptions = {}) => readEvents(new URL(path, this.url), this.headers, options)

  /** Opens a stream, and reads it beside what the test does then. @returns once it is open; `over` has its events */
  async open(path: string, options: Omit<ReadOptions, 'onOpen'> = {}): Promise<{ over: Promise<SseEvent[]> }> {
    const opened = Promise.withResolvers<void>()
    const over = this.events(path, { ...options, onOpen: opened.resolve })
    // A test that fails meanwhile leaves the stream behind.
    over.then(() => opened.resolve(), opened.reject)
    await opened.promise
    return { over }
  }

  /** Follows the job to its end. */
  async finished(id: string): Promise<JobView> {
    await this.events(`/api/events/${id}`)
    return this.job(id)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The job of a call that was taken. @throws when it was refused */
export function jobIdOf({ status, body }: Answer): string {
  const { jobId } = body as { jobId?: string }
  if (!jobId) throw new Error(`no job: the call was answered with ${status}, ${JSON.stringify(body)}`)
  return jobId
}
