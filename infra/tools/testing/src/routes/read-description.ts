import { eventually } from '../eventually.ts'
import type { ApiDocument } from './declared-answers.ts'

/** The API's description, as a client waits for it: a platform that was started just now answers with a 503 until each service has given its part. */
export const readDescription = (url: string): Promise<ApiDocument> =>
  eventually('the description is complete', async () => {
    const answer = await fetch(new URL('/openapi.json', url))
    return answer.ok ? ((await answer.json()) as ApiDocument) : undefined
  })
