import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Json = { [key: string]: unknown }
export type ApiOperation = {
  operationId: string
  security: Json[]
  parameters?: (Json & { name?: string; in?: string })[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>
}
export type ApiDocument = {
  paths: Record<string, Record<string, ApiOperation>>
  components: Record<string, Record<string, ApiOperation['responses'][string]>>
}
export type GivenAnswer = { status: number; type: string; text: string }

/** Holds answers to the API's description: their status, their content type, and the schema of their body. */
export function createDeclaredAnswers(document: ApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'openapi.json')
  const compiled = new Map<string, ValidateFunction>()
  const pointer = (...parts: string[]) =>
    parts.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')

  function validatorOf(place: string): ValidateFunction {
    const known = compiled.get(place) ?? ajv.compile({ $ref: `openapi.json#/${place}` })
    compiled.set(place, known)
    return known
  }

  /** Differences between an answer and its description; none when it is as described. */
  return (path: string, method: string, { status, type, text }: GivenAnswer): string[] => {
    const given = document.paths[path]?.[method]?.responses[status]
    if (!given) return [`${status} is not declared`]
    const name = given.$ref?.split('/').at(-1)
    const place = name ? ['components', 'responses', name] : ['paths', path, method, 'responses', String(status)]
    const content = (name ? document.components.responses?.[name] : given)?.content ?? {}
    const types = Object.keys(content)
    if (types.length === 0) return text === '' ? [] : ['a body is not declared']
    const found = types.find((one) => type.split(';', 1)[0] === one)
    if (!found) return [`${type || 'no content type'} is not declared`]
    if (found !== 'application/json') return []
    const validate = validatorOf(pointer(...place, 'content', found, 'schema'))
    return validate(JSON.parse(text)) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
  }
}
