import type { Customer } from '../customers/customer.ts'
import { eventually } from '../eventually.ts'
import { ownPlatform } from '../setup/provided.ts'
import { openFakeOpenAi, reply } from './fake-openai.ts'

export const wholeReply = 'That is a good question.'
/** The answer of a vendor that works. */
export const wellBehaved = reply(wholeReply)

/** The chat model of the platform under `faults`: answers at once, until a test sets other answers. */
export async function openVendor() {
  const vendor = await openFakeOpenAi(ownPlatform().vendorPort)
  vendor.answers(wellBehaved)
  return {
    ...vendor,
    recovers: () => vendor.answers(wellBehaved),
    /** It works again, and the platform has noticed; its requests so far are dropped. */
    async waitUntilTrusted(customer: Customer): Promise<void> {
      vendor.answers(wellBehaved)
      const isAnswered = async () => (await customer.post('/api/chat', { message: 'Are you there?' })).status === 200
      await eventually('the vendor gets requests again', isAnswered)
      vendor.requests.splice(0)
    },
  }
}
