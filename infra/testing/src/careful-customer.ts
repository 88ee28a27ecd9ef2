import { randomUUID } from 'node:crypto'
import { isFinal } from '@utter/contracts/jobs'
import { type Answer, type Customer, jobIdOf } from './customer.ts'
import { eventually } from './eventually.ts'

/**
 * A customer who submits as a careful program does: each request again, under its own id, until it is accepted. What was
 * accepted once must end once, whatever is done to the platform meanwhile.
 */
export class CarefulCustomer {
  readonly customer: Customer
  readonly jobIds: string[] = []

  constructor(customer: Customer) {
    this.customer = customer
  }

  async submit(path: '/api/reply' | '/api/tts', text = 'Say something short.', limitMs = 60_000): Promise<void> {
    const body = { userText: text, requestId: randomUUID(), voiceId: 'default' }
    const answer = await eventually('a submission is accepted', () => this.#accepted(path, body), limitMs)
    this.jobIds.push(jobIdOf(answer))
  }

  async #accepted(path: string, body: unknown): Promise<Answer | undefined> {
    const answer = await this.customer.post(path, body)
    return answer.status === 202 || answer.status === 200 ? answer : undefined
  }

  async allEnded(limitMs: number): Promise<void> {
    await eventually(
      'every accepted job ends',
      async () => {
        const rows = (await this.customer.get('/api/jobs')).body as { id: string; status: string }[]
        return this.jobIds.every((id) => isFinal(rows.find((row) => row.id === id)?.status ?? ''))
      },
      limitMs,
    )
  }
}
