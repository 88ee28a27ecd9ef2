import type { JsonSchema } from '@utter/http/openapi/operation'
import type { Place } from './place.ts'

/** A call of this route in a shell. `$KEY` is an API key, `$ID` an id; where only a login is let in, its cookies are in a file. */
export function curlOf({ method, path, operation, document }: Place): string {
  const security = (operation.security ?? []) as JsonSchema[]
  const body = (operation.requestBody as { content?: Record<string, { example?: unknown }> } | undefined)?.content
  const example = body?.['application/json']?.example
  const types = Object.keys((operation.responses as Record<string, JsonSchema>)['200']?.content ?? {})
  const lines = [
    `curl -s${types[0] === 'text/event-stream' ? 'N' : ''} ${document.servers[0]?.url ?? ''}${path.replace(/\{\w+\}/g, '$ID')}`,
    ...(method === 'get' || (method === 'post' && example !== undefined) ? [] : [`-X ${method.toUpperCase()}`]),
    ...(security.some((one) => one.apiKey)
      ? ['-H "authorization: Bearer $KEY"']
      : security.length > 0
        ? ['-b cookies.txt']
        : []),
    ...(operation.operationId === 'logIn' || operation.operationId === 'signUp' ? ['-c cookies.txt'] : []),
    ...(example === undefined
      ? []
      : ["-H 'content-type: application/json'", `-d '${JSON.stringify(example).replaceAll("'", "'\\''")}'`]),
    ...(types[0]?.startsWith('audio/') ? ['-o sound.mp3'] : []),
  ]
  return lines.join(' \\\n  ')
}
