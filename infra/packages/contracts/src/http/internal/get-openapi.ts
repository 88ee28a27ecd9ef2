import * as z from 'zod/mini'

const json = z.record(z.string(), z.unknown())

/** `GET /internal/openapi.json`, gateway to each service: paths of OpenAPI 3.1, and the schemas that they refer to, by name. */
export const ApiPart = z.object({ paths: z.record(z.string(), json), schemas: z.record(z.string(), json) })
export type ApiPart = z.infer<typeof ApiPart>
