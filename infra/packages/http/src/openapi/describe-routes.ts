import type { ApiPart } from '@utter/contracts/http/internal/get-openapi'
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify'
import * as z from 'zod/mini'
import { doorOf } from '../doors/door-of.ts'
import type { Access } from '../identity.ts'
import { answersOf } from './answers.ts'
import { jsonSchemaOf } from './json-schema.ts'
import type { JsonSchema, Operation } from './operation.ts'
import { refusalsOf } from './refusals.ts'

type Components = Record<string, JsonSchema>
type Described = Omit<FastifySchema, 'operation'> & { operation: Operation }

const routesOf = new WeakMap<object, RouteOptions[]>()

/** Notes every route that the app registers from now on, so that `describeRoutes` finds it. */
export function noteRoutes(app: Pick<FastifyInstance, 'addHook'>): void {
  const routes: RouteOptions[] = []
  routesOf.set(app, routes)
  app.addHook('onRoute', (route) => void routes.push(route))
}

/** The app's part of the API's description (OpenAPI 3.1): every public route that has an `operation`. */
export function describeRoutes(app: object): ApiPart {
  const [paths, schemas]: [ApiPart['paths'], Components] = [{}, {}]
  for (const { method, url, schema, access } of routesOf.get(app) ?? []) {
    if (!schema?.operation || url.startsWith('/internal/')) continue
    for (const one of [method].flat().filter((name) => name !== 'HEAD')) {
      const path = url.replace(/:(\w+)/g, '{$1}')
      paths[path] = {
        ...paths[path],
        [one.toLowerCase()]: operationOf(url, schema as Described, access?.admits ?? 'anybody', schemas),
      }
    }
  }
  return { paths, schemas }
}

function operationOf(
  url: string,
  { operation, ...schema }: Described,
  access: Access,
  schemas: Components,
): JsonSchema {
  const { id, tag, summary, description, example, files, inPlaceOfFile, headers = [] } = operation
  const parameters = [
    ...parametersOf('path', schema.params, operation, schemas),
    ...parametersOf('query', schema.querystring, operation, schemas),
    ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ]
  const body = schema.body as z.ZodMiniType | undefined
  const hasParams = schema.params !== undefined
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, accessSentences(access)].filter(Boolean).join('\n\n'),
    security:
      access === 'anybody'
        ? []
        : access.endsWith('session')
          ? [{ session: [] }]
          : [{ apiKey: [] }, ...(access === 'key' ? [] : [{ session: [] }])],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: {
          'application/json': {
            schema: jsonSchemaOf(body, 'input', schemas),
            ...(example !== undefined && { example }),
          },
        },
      },
    }),
    ...(files && {
      requestBody: {
        required: true,
        content: {
          ...Object.fromEntries(files.map((type) => [type, {}])),
          ...(inPlaceOfFile && {
            'application/json': {
              schema: jsonSchemaOf(inPlaceOfFile, 'input', schemas),
              ...(example !== undefined && { example }),
            },
          }),
        },
      },
    }),
    responses: {
      ...answersOf(operation, (schema.response ?? {}) as Record<string, z.ZodMiniType>, schemas),
      ...refusalsOf(operation.refusals ?? {}, {
        ...{ hasBody: body !== undefined || files !== undefined, hasParams, door: doorOf(url) },
      }),
    },
  }
}

function accessSentences(access: Access): string {
  if (access === 'anybody') return ''
  if (access === 'session') return 'Needs a login: an API key is refused.'
  if (access === 'fresh session')
    return 'Needs a login whose password was given within 15 minutes (else `password_required`: `POST /api/auth/verify-password`); an API key is refused.'
  if (access === 'key') return 'Needs an API key: a login is refused.'
  const scopes = access.split(' ').map((scope) => `\`${scope}\``)
  return `An API key needs the ${scopes.length > 1 ? 'scopes' : 'scope'} ${scopes.join(' and ')}.`
}

/** Descriptions of parameters that mean the same everywhere. */
const usualParameters: NonNullable<Operation['parameters']> = {
  limit: 'Rows of a page.',
  cursor: 'Where the page begins: as the `Link` of the page before has it.',
}

function parametersOf(
  place: 'path' | 'query',
  schema: unknown,
  { parameters }: Operation,
  schemas: Components,
): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema as z.ZodMiniType, 'input', schemas) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, json]) => {
    const own = parameters?.[name] ?? usualParameters[name] ?? ''
    const { description, ...more } = typeof own === 'string' ? { description: own } : own
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      description,
      schema: { ...json, ...more },
    }
  })
}
