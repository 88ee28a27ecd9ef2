import { HttpError } from '../server/http.ts'

/** Time that a browser needs at most to begin with the file, in ms; its memory is given back after it. */
const keptMs = 10_000

/**
 * Saves an answer under the server's name for the file. Asked for rather than linked to: a refusal has a sentence, which a link would save as
 * the file.
 * @param name of the file where the server has none
 * @throws HttpError
 */
export async function saveAnswer(method: 'GET' | 'POST', path: string, name: string): Promise<void> {
  const response = await fetch(path, { method, credentials: 'include' })
  const { status, statusText, headers } = response
  if (!response.ok) throw new HttpError(status, await response.text(), statusText, headers.get('retry-after'))
  saveBlob(await response.blob(), /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? name)
}

/** Saves what this page has made itself. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), keptMs)
}
