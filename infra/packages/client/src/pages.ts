import * as z from 'zod/mini'
import type { Request } from './request.ts'

/** The rows of a list, page by page: the next page is asked for when its first row is wanted. */
export async function* rowsOf<Row extends z.ZodMiniType>(
  request: Request,
  path: string,
  row: Row,
  signal?: AbortSignal,
): AsyncGenerator<z.infer<Row>> {
  const rows = z.array(row)
  for (let next: string | undefined = path; next !== undefined; ) {
    const response: Response = await request(next, { signal })
    yield* rows.parse(await response.json()) as z.infer<Row>[]
    next = nextOf(response.headers.get('link'))
  }
}

/** The path of `Link: <…>; rel="next"`. Always one of the same host: the key must not go elsewhere. */
const nextOf = (link: string | null): string | undefined => /<(\/(?!\/)[^>]*)>;\s*rel="next"/.exec(link ?? '')?.[1]

/** A path with the fields that are given. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
  return given.size > 0 ? `${path}?${given}` : path
}
