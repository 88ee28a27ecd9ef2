import { HttpError } from './http.ts'

/** Reads a page of a list, and the address of the next one: its `Link` header, `</api/jobs?cursor=…>; rel="next"`, names it. */
export async function readLinked(address: string, signal: AbortSignal): Promise<{ body: unknown; next?: string }> {
  const response = await fetch(address, { credentials: 'include', signal })
  const text = await response.text()
  const { status, statusText, headers } = response
  if (!response.ok) throw new HttpError(status, text, statusText, headers.get('retry-after'))
  const next = /<([^>]+)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1]
  return { body: JSON.parse(text), ...(next !== undefined && { next }) }
}
