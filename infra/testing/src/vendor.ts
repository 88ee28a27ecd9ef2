import { inject } from 'vitest'
import { openFakeOpenAi, reply } from './fake-openai.ts'
import './provided.ts'

/** The chat model of the platform under `faults`: answers at once, until a test says otherwise. */
export async function openVendor() {
  const vendor = await openFakeOpenAi(inject('platform').vendorPort)
  const wellBehaved = reply('That is a good question.')
  vendor.answers(wellBehaved)
  return { ...vendor, recovers: () => vendor.answers(wellBehaved) }
}
