import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time for which a signed address can be played. */
export const audioAddressLifetimeMs = 7 * 24 * 3_600_000

/**
 * Signed addresses, `/audio/<job id>.mp3?expires=…&signature=…`: each can be played without a credential until it expires.
 * @param keys the first signs; what another has signed stays good, so that keys can be replaced
 */
export function createAudioAddresses(keys: readonly [string, ...string[]]) {
  const signature = (key: string, jobId: string, expires: string) =>
    createHmac('sha256', key).update(`audio\n${jobId}\n${expires}`).digest('base64url')
  return {
    sign(jobId: string, now: Date): string {
      const expires = String(Math.floor((now.getTime() + audioAddressLifetimeMs) / 1000))
      return `/audio/${jobId}.mp3?expires=${expires}&signature=${signature(keys[0], jobId, expires)}`
    },
    isGood(jobId: string, given: { expires?: string | undefined; signature?: string | undefined }, now: Date): boolean {
      if (!given.expires || !given.signature || !/^\d{1,12}$/.test(given.expires)) return false
      const { expires } = given
      const actual = Buffer.from(given.signature)
      const isSigned = keys.some((key) => {
        const expected = Buffer.from(signature(key, jobId, expires))
        return expected.length === actual.length && timingSafeEqual(expected, actual)
      })
      return isSigned && Number(expires) * 1000 > now.getTime()
    },
  }
}
export type AudioAddresses = ReturnType<typeof createAudioAddresses>
