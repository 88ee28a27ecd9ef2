import { HttpError } from '../../lib/server/http.ts'

/** Seconds that a browser needs at most to begin with the file; its memory is given back after them. */
const keptMs = 10_000

/**
 * Saves the period's calls by day, key and voice under the server's name for the file. Asked for rather than linked to: a refusal has a
 * sentence, which a link would save as the file.
 * @throws HttpError
 */
export async function saveCsv(): Promise<void> {
  const response = await fetch('/api/usage?format=csv', { credentials: 'include' })
  const { status, statusText, headers } = response
  if (!response.ok) throw new HttpError(status, await response.text(), statusText, headers.get('retry-after'))
  const address = URL.createObjectURL(await response.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? 'usage.csv'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
