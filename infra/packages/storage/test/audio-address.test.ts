import { describe, expect, test } from 'vitest'
import { audioAddressLifetimeMs, createAudioAddresses } from '../src/audio/addresses.ts'

describe('an address of audio', () => {
  const now = new Date('2026-03-20T12:00:00Z')
  const addresses = createAudioAddresses(['k'.repeat(32)])
  const given = () => Object.fromEntries(new URL(addresses.sign('job', now), 'http://x').searchParams)
  const later = (ms: number) => new Date(now.getTime() + ms)
  test.each<[string, string, Record<string, string | undefined>, Date, boolean]>([
    ['as it was handed out', 'job', {}, now, true],
    ['at its last second', 'job', {}, later(audioAddressLifetimeMs - 1_000), true],
    ['when it is over', 'job', {}, later(audioAddressLifetimeMs), false],
    ['for another job', 'other', {}, now, false],
    ['made longer', 'job', { expires: '9999999999' }, now, false],
    ['with another signature', 'job', { signature: 'A'.repeat(43) }, now, false],
    ['with a shorter signature', 'job', { signature: 'A' }, now, false],
    ['without a signature', 'job', { signature: undefined }, now, false],
    ['without an end', 'job', { expires: undefined }, now, false],
    ['with an end that is no number', 'job', { expires: '1e12' }, now, false],
  ])('%s', (_name, job, change, at, isGood) => {
    expect(addresses.isGood(job, { ...given(), ...change }, at)).toBe(isGood)
  })
  test('of the key before is good for as long as that key is kept, and new ones are of the first', () => {
    const [old, fresh] = ['k'.repeat(32), 'n'.repeat(32)]
    const both = createAudioAddresses([fresh, old])
    expect(both.isGood('job', given(), now)).toBe(true)
    expect(both.sign('job', now)).toBe(createAudioAddresses([fresh]).sign('job', now))
    expect(createAudioAddresses([fresh]).isGood('job', given(), now)).toBe(false)
  })
  test('of another key is nothing here', () => {
    expect(createAudioAddresses(['x'.repeat(32)]).isGood('job', given(), now)).toBe(false)
  })
})
