import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time for which a signed address can be played. */
export const audioAddressLifetimeMs = 7 * 24 * 3_600_000

/** Signed addresses, `/audio/<job id>.mp3?expires=…&signature=…`: each can be played without a credential until it expires. */
export function createAudioAddresses(key: string) {
  const signature = (jobId: string, expires: string) =>
    createHmac('sha256', key).update(`audio\n${jobId}\n${expires}`).digest('base64url')
  return {
    sign(jobId: string, now: Date): string {
      const expires = String(Math.floor((now.getTime() + audioAddressLifetimeMs) / 1000))
      return `/audio/${jobId}.mp3?expires=${expires}&signature=${signature(jobId, expires)}`
    },
    isGood(jobId: string, given: { expires?: string | undefined; signature?: string | undefined }, now: Date): boolean {
      if (!given.expires || !given.signature || !/^\d{1,12}$/.test(given.expires)) return false
      const expected = Buffer.from(signature(jobId, given.expires))
      const actual = Buffer.from(given.signature)
      return (
        expected.length === actual.length &&
        timingSafeEqual(expected, actual) &&
        Number(given.expires) * 1000 > now.getTime()
      )
    },
  }
}
export type AudioAddresses = ReturnType<typeof createAudioAddresses>
