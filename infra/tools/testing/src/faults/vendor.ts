import { inject } from 'vitest'
import type { Customer } from '../customers/customer.ts'
import { eventually } from '../eventually.ts'
import { openFakeOpenAi, reply } from './fake-openai.ts'
import '../setup/provided.ts'

export const wholeReply = 'That is a good question.'
/** What the vendor says when it is well. */
export const wellBehaved = reply(wholeReply)

/** The chat model of the platform under `faults`: answers at once, until a test says otherwise. */
export async function openVendor() {
  const vendor = await openFakeOpenAi(inject('platform').vendorPort)
  vendor.answers(wellBehaved)
  return {
    ...vendor,
    recovers: () => vendor.answers(wellBehaved),
    /** It is well again, and the platform has found out; nothing counts as asked so far. */
    async waitUntilTrusted(customer: Customer): Promise<void> {
      vendor.answers(wellBehaved)
      const isAnswered = async () => (await customer.post('/api/chat', { message: 'Are you there?' })).status === 200
      await eventually('the vendor is asked again', isAnswered, 90_000)
      vendor.asked.splice(0)
    },
  }
}
