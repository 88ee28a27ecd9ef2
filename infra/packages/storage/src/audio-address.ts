import { createHmac, timingSafeEqual } from 'node:crypto'

/** How long an address that was handed out can be played. */
export const audioAddressLifetimeMs = 7 * 24 * 3_600_000

/** `/audio/<job id>.mp3?expires=…&signature=…`: whoever holds the address may hear it until it expires. */
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
      const right = Buffer.from(signature(jobId, given.expires))
      const told = Buffer.from(given.signature)
      return (
        right.length === told.length && timingSafeEqual(right, told) && Number(given.expires) * 1000 > now.getTime()
      )
    },
  }
}
export type AudioAddresses = ReturnType<typeof createAudioAddresses>
