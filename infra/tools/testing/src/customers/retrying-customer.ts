import { randomUUID } from 'node:crypto'
import type { JobRow } from '@utter/contracts/http/jobs/job-views'
import { isFinal } from '@utter/contracts/jobs'
import type { TierName } from '@utter/contracts/plans'
import { eventually, maxWaitMs } from '../eventually.ts'
import { testOperator } from '../setup/operator.ts'
import { type Answer, Customer, jobIdOf } from './customer.ts'

/**
 * A customer who submits as a careful program does: each request again, under its own id, until it is accepted. An
 * accepted job must end once, whichever faults the platform has meanwhile.
 */
export class RetryingCustomer {
  readonly customer: Customer
  readonly jobIds: string[] = []

  constructor(customer: Customer) {
    this.customer = customer
  }

  /** A new account that may send as many requests as it likes. @param plan the free one, if not given */
  static async signUp(url: string, plan?: TierName, given?: Parameters<typeof Customer.signUp>[1]) {
    const customer = await Customer.signUp(url, given)
    const operator = await testOperator()
    if (plan) await operator.setPlan(customer.email, plan)
    await operator.setRate(customer.email, 100_000)
    return new RetryingCustomer(customer)
  }

  async submit(path: '/api/reply' | '/api/tts', text?: string, limitMs?: number): Promise<void> {
    await this.submitOne(path, text, limitMs)
  }

  /** @returns the job's id */
  async submitOne(
    path: '/api/reply' | '/api/tts',
    text = 'Say something short.',
    limitMs = maxWaitMs,
  ): Promise<string> {
    const body = { userText: text, requestId: randomUUID(), voiceId: 'default', stream: true }
    const answer = await eventually('a submission is accepted', () => this.#accepted(path, body), limitMs)
    const id = jobIdOf(answer)
    this.jobIds.push(id)
    return id
  }

  async #accepted(path: string, body: unknown): Promise<Answer | undefined> {
    const answer = await this.customer.post(path, body)
    return answer.status === 202 || answer.status === 200 ? answer : undefined
  }

  async allEnded(limitMs?: number): Promise<void> {
    await eventually(
      'every accepted job ends',
      async () => {
        const statuses = new Map((await this.rows()).map(({ id, status }) => [id, status]))
        return this.jobIds.every((id) => isFinal(statuses.get(id) ?? ''))
      },
      limitMs,
    )
  }

  /** All jobs of the account, page by page. */
  async rows(): Promise<JobRow[]> {
    const rows: JobRow[] = []
    for (let path: string | undefined = '/api/jobs'; path; ) {
      const { status, headers, body } = await this.customer.get(path)
      if (status !== 200) throw new Error(`the list was answered with ${status}`)
      rows.push(...(body as JobRow[]))
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    }
    return rows
  }
}
