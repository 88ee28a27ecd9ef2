const limitMs = 10_000
/** Headers of a page that its browser needs. */
const passed = [
  'content-type',
  'content-disposition',
  'location',
  'content-security-policy',
  'cache-control',
  'referrer-policy',
]

type PageRequest = { method: string; url: string; contentType?: string | undefined; body?: Buffer | undefined }
export type Page = { status: number; headers: Record<string, string>; body: Buffer }

/** A page of the sandbox, or its answer to a form: the same path on loopback, bytes as they are. */
export async function fetchPage(sandboxUrl: string, { method, url, contentType, body }: PageRequest): Promise<Page> {
  const answer = await fetch(new URL(url, sandboxUrl), {
    method,
    redirect: 'manual',
    headers: contentType === undefined ? {} : { 'content-type': contentType },
    ...(body && { body: new Uint8Array(body) }),
    signal: AbortSignal.timeout(limitMs),
  })
  const headers = passed.flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return { status: answer.status, headers: Object.fromEntries(headers), body: Buffer.from(await answer.arrayBuffer()) }
}
