/** The pause that a vendor asks for, in ms from `now`: `retry-after-ms` (OpenAI’s own), else `Retry-After` in seconds or as a date (RFC 9110, 10.2.3). */
export function vendorPauseOf(headers: Pick<Headers, 'get'>, now: Date): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (exact >= 0) return exact
  const value = headers.get('retry-after')?.trim()
  if (!value) return undefined
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
