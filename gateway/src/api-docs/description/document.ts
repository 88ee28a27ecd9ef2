import { ElevenLabsError } from '@utter/contracts/http/elevenlabs/error'
import type { ApiPart } from '@utter/contracts/http/internal/get-openapi'
import { OpenAiError } from '@utter/contracts/http/openai/error'
import { ProblemBody } from '@utter/contracts/http/problem'
import { requestHeaders, responseHeaders } from '@utter/http/openapi/headers'
import { jsonSchemaOf } from '@utter/http/openapi/json-schema'
import { apiTags, type JsonSchema } from '@utter/http/openapi/operation'
import { sharedRefusals } from '@utter/http/openapi/refusals'
import { destinations, isSpending } from '../../entrance/destinations.ts'

export type ApiDocument = JsonSchema & {
  info: { title: string; version: string; summary: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, JsonSchema>>
  components: Record<string, Record<string, JsonSchema>>
}

const about = `Texts become jobs, and jobs become sound: submit a text, follow its job, fetch the mp3.

**Credentials.** Programs send an API key (\`Authorization: Bearer utter_…\`), browsers a session cookie. A key does what its scopes allow.

**Refusals.** Every answer that is no success has one body: \`{error, code, requestId, details?}\`. \`error\` is a sentence for people, \`code\` is for
programs. Another account's id is answered as one that does not exist. Where \`Retry-After\` stands, the same request again after so many seconds may succeed.
Every answer has \`X-Request-Id\`. A host that is not ours is answered with 421.

**Sent twice.** A \`requestId\` that comes again with the same body gives the same job and costs nothing, so a request whose answer was lost can be sent again.

**Lists** have pages: the header \`Link\` has the address of the next one.

**Growing.** Answers get new fields, and streams new named events: leave out what you do not know.`

type Names = { publicUrl: string /** Name of the session's cookie. */; cookieName: string }

/** Merges the services' parts of the API's description, as far as their routes can be reached from outside. */
export function documentOf(parts: ApiPart[], { publicUrl, cookieName }: Names): ApiDocument {
  const paths: ApiDocument['paths'] = {}
  const schemas: Record<string, JsonSchema> = {}
  // Every answer that is no success refers to one of them.
  jsonSchemaOf(ProblemBody, 'output', schemas)
  jsonSchemaOf(OpenAiError, 'output', schemas)
  jsonSchemaOf(ElevenLabsError, 'output', schemas)
  for (const part of parts) {
    for (const [path, operations] of Object.entries(part.paths)) {
      const prefix = prefixOf(path)
      if (prefix === undefined) continue
      paths[path] = mapValues(operations as Record<string, JsonSchema>, (operation, method) =>
        isSpending(method.toUpperCase(), prefix, path) ? withRate(operation) : operation,
      )
    }
    Object.assign(schemas, part.schemas)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Utter', version: '1', summary: 'AI Voice Platform', description: about },
    servers: [{ url: new URL(publicUrl).origin }],
    tags: Object.entries(apiTags)
      .filter(([name]) => operationsOf(paths).some(({ tags }) => (tags as string[])[0] === name))
      .map(([name, description]) => ({ name, description })),
    paths: inOrder(paths),
    components: {
      schemas: Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1))),
      responses: sharedRefusals,
      parameters: requestHeaders,
      headers: responseHeaders,
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `utter_…`.' },
        session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'The session of a login.' },
      },
    },
  }
}

/** The paths that the gateway answers itself. */
const ownPrefixes = ['/api/client-errors']
/** The destination of a path; undefined for one that cannot be reached from outside. */
function prefixOf(path: string): string | undefined {
  const prefixes = [...ownPrefixes, ...destinations.map(({ prefix }) => prefix)]
  return prefixes.find((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

export const operationsOf = (paths: ApiDocument['paths']): JsonSchema[] =>
  Object.values(paths).flatMap((operations) => Object.values(operations))

/** Requests that spend something are answered with what is left of their rate. */
function withRate(operation: JsonSchema): JsonSchema {
  const names = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']
  const rate = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  const responses = mapValues(operation.responses as Record<string, JsonSchema>, (answer, status) =>
    status.startsWith('2') ? { ...answer, headers: { ...(answer.headers as object), ...rate } } : answer,
  )
  return { ...operation, responses }
}

/** Orders paths by tag, then as their services register them. */
function inOrder(paths: ApiDocument['paths']): ApiDocument['paths'] {
  const tags = Object.keys(apiTags)
  const rank = (path: string) => tags.indexOf(String((Object.values(paths[path] ?? {})[0]?.tags as string[])?.[0]))
  return Object.fromEntries(Object.entries(paths).sort(([one], [other]) => rank(one) - rank(other)))
}

const mapValues = <From, To>(from: Record<string, From>, map: (value: From, name: string) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(from).map(([name, value]) => [name, map(value, name)]))
